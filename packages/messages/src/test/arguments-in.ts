import { isPluralElement, isSelectElement, type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'

/** A message's arguments with their kinds, those inside its forms included. */
export const argumentsIn = (elements: readonly MessageFormatElement[]): [name: string, kind: 'number' | 'text'][] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    const forms = isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : []
    const nested = forms.flatMap(({ value }) => argumentsIn(value))
    if (!isPluralElement(element))
      return [[String(element.value), element.type === TYPE.number ? 'number' : 'text'], ...nested]
    return [[element.value, 'number'], ...nested]
  })
