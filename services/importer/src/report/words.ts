import type { Phrasebook } from './phrasebook.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { nl } from './words/nl.ts'

/** Said of so many; the forms are those of `Intl.PluralRules`. `{n}` stands for the number. */
export interface Counted {
  one: string
  other: string
}

export const decisions = ['created', 'changed', 'unchanged', 'failed'] as const
export type Decision = (typeof decisions)[number]

export interface Dialect {
  encoding: string
  /** The delimiter by its name. */
  delimiter: string
  /** `null`: found out from each date. */
  dateFormat: string | null
}

/** The report's words in one language. */
export interface Words {
  lang: string
  /** What is said of a file or a row, which is stored in English. */
  sentence: Phrasebook
  /** The beginning of the subject, before the result. */
  report: string
  testReport: string
  greeting(name: string): string
  counted: Readonly<Record<Decision, Counted>>
  /** Said behind the counts, of files that were refused or broke off. */
  filesNotRead: Counted
  filesInPart: Counted
  /** What is said instead of counts when no row was read. */
  nothing: string
  notImported: string
  readInPart: string
  empty: string
  allGood: Counted
  test: string
  row: string
  column: string
  fault: string
  more: Counted
  attached: string
  cut: string
  failedFile: string
  delimiters: Readonly<Record<string, string>>
  datesFoundOut: string
  dialect(about: Dialect): string
}

const languages: Readonly<Record<string, Words>> = { en, de, fr, it, es, nl }

/** The words in the account's language; in English when it has another one. */
export const wordsFor = (lang: string | undefined): Words => languages[lang ?? 'en'] ?? en

/** The number in its language's form, put into the words for it. */
export const say = ({ lang }: Words, counted: Counted, n: number): string => {
  const form = new Intl.PluralRules(lang).select(n) === 'one' ? counted.one : counted.other
  return form.replace('{n}', new Intl.NumberFormat(lang).format(n))
}
