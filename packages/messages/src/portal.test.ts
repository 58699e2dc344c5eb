import { readFileSync } from 'node:fs'
import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { compileMessage } from './compile-message.ts'
import { errorArguments } from './error-arguments.ts'
import { findErrorText, loadErrorTexts } from './errors.ts'
import { loadPortalTexts } from './portal.ts'
import { portalArguments } from './portal-arguments.ts'
import { choosePortalLanguage, portalLanguages } from './portal-translations.ts'
import { loadSupportTexts } from './support.ts'
import { supportArguments } from './support-arguments.ts'
import { argumentsIn } from './test/arguments-in.ts'

type Texts = Record<string, string>
const textsIn = (area: string, language: string): Texts =>
  JSON.parse(readFileSync(new URL(`translations/${area}/${language}.json`, import.meta.url), 'utf8'))
const argumentsOf = (text: string) => Object.fromEntries(argumentsIn(parse(text, { ignoreTag: true })))

const areas = [
  { area: 'portal', declared: portalArguments, load: loadPortalTexts },
  { area: 'support', declared: supportArguments, load: loadSupportTexts },
  { area: 'errors', declared: errorArguments, load: loadErrorTexts },
]
const all = areas.flatMap((one) => portalLanguages.map((language) => ({ ...one, language })))

describe.each(all)('the texts of $area in $language', ({ area, load, language }) => {
  const texts = textsIn(area, language)
  const english = textsIn(area, 'en')

  test('has every text, none empty, with the arguments of the English one', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '' || text.includes("'"))).toEqual([])
    const names = (all: Texts) => Object.values(all).map((text) => Object.keys(argumentsOf(text)).sort())
    expect(names(texts)).toEqual(names(english))
  })

  test('compiles', async () => {
    const compiled = Object.entries(await load(language))
    expect(compiled.map(([name]) => name)).toEqual(Object.keys(texts))
    expect(compiled.filter(([, text]) => typeof text === 'function')).not.toEqual([])
    expect(() => Object.values(texts).map((text) => compileMessage(text, language))).not.toThrow()
  })
})

test.each(areas)('the arguments of $area are declared as the texts have them', ({ area, declared }) => {
  const found = Object.entries(textsIn(area, 'en')).map(([name, text]) => [name, argumentsOf(text)] as const)
  expect(declared).toEqual(Object.fromEntries(found.filter(([, named]) => Object.keys(named).length > 0)))
})

test.each(areas)('the French texts of $area have no plain space beside their punctuation', ({ area }) => {
  expect(Object.values(textsIn(area, 'fr')).filter((text) => / [:;?!»]|« /.test(text))).toEqual([])
})

test('the text of an error needs its values, and a known name', async () => {
  const texts = await loadErrorTexts('en')
  expect(findErrorText(texts, 'rule.max-length', { limit: 1000 })).toBe('Enter at most 1,000 characters.')
  const others = ['rule.max-length', 'rule.new', 'constructor'].map((name) => findErrorText(texts, name))
  expect(others).toEqual([undefined, undefined, undefined])
})

test('the language is the first requested one that exists', () => {
  expect(choosePortalLanguage(['pt-BR', 'de-AT', 'fr'])).toBe('de')
  expect(choosePortalLanguage(['', 'constructor'])).toBe('en')
})
