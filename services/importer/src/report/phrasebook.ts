import { interpolate } from '../interpolate.ts'
import { en } from './phrases/en.ts'
import type { Phrases } from './phrases.ts'

/** Says an English sentence of ours in another language; one that is not known stays as it is. */
export type Phrasebook = (sentence: string) => string

interface Template {
  pattern: RegExp
  /** How much is put in. */
  values: number
  translation: string
}

/** Finds the sentences of a language by their English ones, also where something is put in. */
export const phrasebook = (phrases: Phrases): Phrasebook => {
  const exact = new Map<string, string>()
  const templates: Template[] = []
  for (const [english, translation] of pairs(phrases)) {
    if (english.includes('{'))
      templates.push({ pattern: patternOf(english), values: english.split('{').length, translation })
    else exact.set(english, translation)
  }
  // Of two that fit, that which says more by itself is meant.
  templates.sort((a, b) => a.values - b.values)
  return (sentence) => {
    const known = exact.get(sentence)
    if (known !== undefined) return known
    for (const { pattern, translation } of templates) {
      const values = pattern.exec(sentence)?.groups
      if (values !== undefined) return interpolate(translation, values)
    }
    return sentence
  }
}

const pairs = (phrases: Phrases): [english: string, translation: string][] =>
  (Object.keys(en) as (keyof Phrases)[]).flatMap((section) => {
    const translations: Readonly<Record<string, string>> = phrases[section]
    return Object.entries(en[section]).map(([key, english]): [string, string] => [
      english,
      translations[key] ?? english,
    ])
  })

const patternOf = (english: string): RegExp =>
  new RegExp(`^${english.replace(/[.*+?^$()[\]\\|]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's')
