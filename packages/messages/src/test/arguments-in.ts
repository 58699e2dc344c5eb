import { isPluralElement, type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'

/** A message's arguments with their kinds, those inside its plural forms included. */
export const argumentsIn = (elements: readonly MessageFormatElement[]): [name: string, kind: 'number' | 'text'][] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (!isPluralElement(element)) return [[String(element.value), element.type === TYPE.number ? 'number' : 'text']]
    return [[element.value, 'number'], ...Object.values(element.options).flatMap(({ value }) => argumentsIn(value))]
  })
