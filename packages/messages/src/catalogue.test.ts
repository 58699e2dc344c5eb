import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { messageArguments } from './arguments.ts'
import { catalogue } from './catalogue.ts'
import { argumentsIn } from './test/arguments-in.ts'

const argumentsOf = (text: string) => Object.fromEntries(argumentsIn(parse(text, { ignoreTag: true })))

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
        // A form that is the same for every number needs no plural.
        const names = Object.keys(argumentsOf(texts[name] ?? '')).sort()
        expect(names, name).toEqual(Object.keys(argumentsOf(text)).sort())
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

test('French has no plain space beside its punctuation, where a line could break', () => {
  const texts = Object.values<Texts>(catalogue.fr).flatMap((messages) => Object.values(messages))
  expect(texts.filter((text) => / [:;?!»]|« /.test(text))).toEqual([])
})

test.each(english)('the arguments of %s are declared as its texts have them', (area, messages) => {
  const found = Object.entries(messages).map(([name, text]) => [name, argumentsOf(text)] as const)
  const withArguments = found.filter(([, named]) => Object.keys(named).length > 0)
  expect(messageArguments[area as keyof typeof messageArguments]).toEqual(Object.fromEntries(withArguments))
  expect(Object.values(messages).map((text) => text.trim())).not.toContain('')
})
