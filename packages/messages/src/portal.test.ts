import { readFileSync } from 'node:fs'
import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { choosePortalLanguage, loadPortalTexts, portalLanguages } from './portal.ts'
import { portalArguments } from './portal-arguments.ts'
import { argumentsIn } from './test/arguments-in.ts'

type Texts = Record<string, string>
const textsIn = (language: string): Texts =>
  JSON.parse(readFileSync(new URL(`translations/portal/${language}.json`, import.meta.url), 'utf8'))
const argumentsOf = (text: string) => Object.fromEntries(argumentsIn(parse(text, { ignoreTag: true })))
const english = textsIn('en')

describe.each(portalLanguages)('the portal in %s', (language) => {
  const texts = textsIn(language)

  test('has every text, none empty, with the arguments of the English one', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '' || text.includes("'"))).toEqual([])
    const names = (all: Texts) => Object.values(all).map((text) => Object.keys(argumentsOf(text)).sort())
    expect(names(texts)).toEqual(names(english))
  })

  test('compiles', async () => {
    const t = await loadPortalTexts(language)
    expect(t.releases).toBe(texts.releases)
    expect(t.rowsAll({ n: 2 })).toContain('2')
  })
})

test('the arguments are declared as the texts have them', () => {
  const found = Object.entries(english).map(([name, text]) => [name, argumentsOf(text)] as const)
  expect(portalArguments).toEqual(Object.fromEntries(found.filter(([, named]) => Object.keys(named).length > 0)))
})

test('the language is the first requested one that exists', () => {
  expect(choosePortalLanguage(['pt-BR', 'de-AT', 'fr'])).toBe('de')
  expect(choosePortalLanguage(['', 'constructor'])).toBe('en')
})
