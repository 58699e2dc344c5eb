import { isPluralElement, type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

const elementsOf = (text: string): MessageFormatElement[] => parse(text, { ignoreTag: true })

/** The names of a message's arguments, those inside its plural forms included. */
const argumentsOf = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (!isPluralElement(element)) return [String(element.value)]
    return [element.value, ...Object.values(element.options).flatMap(({ value }) => argumentsOf(value))]
  })
const namesIn = (text: string): string[] => [...new Set(argumentsOf(elementsOf(text)))].sort()

type Texts = Readonly<Record<string, string>>
const { en, ...translations } = catalogue
const english = Object.entries<Texts>(en)

describe.each(Object.entries<Readonly<Record<string, Texts>>>(translations))('in %s', (_, translated) => {
  test('there are the areas of English', () => {
    expect(Object.keys(translated).sort()).toEqual(Object.keys(en).sort())
  })

  test.each(english)(
    'every message of %s exists, is not empty and has the arguments of the English one',
    (area, messages) => {
      const texts = translated[area] ?? {}
      expect(Object.keys(texts).sort()).toEqual(Object.keys(messages).sort())
      for (const [name, text] of Object.entries(messages)) {
        expect(texts[name]?.trim(), name).not.toBe('')
        expect(namesIn(texts[name] ?? ''), name).toEqual(namesIn(text))
      }
    },
  )

  test('every explanation of an import is translated', () => {
    const { text: _text, ...explanations } = en.importExplanations
    expect(Object.entries(explanations).filter(([id, text]) => translated.importExplanations?.[id] === text)).toEqual(
      [],
    )
  })
})

test.each(english)('the compiler sees the arguments that the parser finds in %s', (_, messages) => {
  const seen = (text: string) => [...text.matchAll(/\{([^\s#{},][^\s{},]*)[,}]/g)].map(([, name]) => name)
  for (const [name, text] of Object.entries(messages)) {
    expect(text.trim(), name).not.toBe('')
    expect([...new Set(seen(text))].sort(), name).toEqual(namesIn(text))
  }
})
