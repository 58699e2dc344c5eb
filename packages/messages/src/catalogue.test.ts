import { isPluralElement, type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { languages } from './languages.ts'

const elementsOf = (text: string): MessageFormatElement[] => parse(text, { ignoreTag: true })

/** The names of a message's arguments, those inside its plural forms included. */
const argumentsOf = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (!isPluralElement(element)) return [String(element.value)]
    return [element.value, ...Object.values(element.options).flatMap(({ value }) => argumentsOf(value))]
  })
const namesIn = (text: string): string[] => [...new Set(argumentsOf(elementsOf(text)))].sort()

const areas = Object.entries(catalogue) as [string, Record<string, Record<string, string>>][]

describe.each(areas)('in %s', (_, byLanguage) => {
  const english = Object.entries(byLanguage.en ?? {})

  test.each(languages)('every message exists in %s, is not empty and has the arguments of the English one', (lang) => {
    const texts = byLanguage[lang] ?? {}
    expect(Object.keys(texts).sort()).toEqual(english.map(([name]) => name).sort())
    for (const [name, text] of english) {
      expect(texts[name]?.trim(), name).not.toBe('')
      expect(namesIn(texts[name] ?? ''), name).toEqual(namesIn(text))
    }
  })

  test('the compiler sees the arguments that the parser finds', () => {
    const seen = (text: string) => [...text.matchAll(/\{([^\s#{},][^\s{},]*)[,}]/g)].map(([, name]) => name)
    for (const [name, text] of english) expect([...new Set(seen(text))].sort(), name).toEqual(namesIn(text))
  })
})

test.each(languages.filter((lang) => lang !== 'en'))('every explanation of an import is translated to %s', (lang) => {
  const { text: _text, ...english } = catalogue.importExplanations.en
  const translated: Readonly<Record<string, string>> = catalogue.importExplanations[lang]
  expect(Object.entries(english).filter(([id, text]) => translated[id] === text)).toEqual([])
})
