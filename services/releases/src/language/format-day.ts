import { formatDate, formatDateRange } from '@guidebook/messages/dates'
import { LRUCache } from 'lru-cache'

/** Those that the roadbook has are the same there. */
const formats = {
  full: { dateStyle: 'full' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { dateStyle: 'long' },
} as const

type Form = keyof typeof formats

/** A calendar day (`YYYY-MM-DD`) as people write it in the language. */
export const formatDay = (day: string, lang: string, form: Form): string =>
  formatDate(formatters.memo(`${lang} ${form}`), instantOf(day))

/** From one day to another, without repeating what they have in common: `23.–26. November 2026`. */
export const formatDays = (from: string, to: string, lang: string): string =>
  formatDateRange(formatters.memo(`${lang} date`), instantOf(from), instantOf(to))

const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const formatters = new LRUCache<string, Intl.DateTimeFormat>({
  max: 1_000,
  memoMethod: (key) => {
    const [lang = '', form] = key.split(' ') as [string, Form]
    // English is British English, as in the roadbook. A day has no time zone: it is read and written in the same one.
    return new Intl.DateTimeFormat([lang === 'en' ? 'en-GB' : lang, 'en-GB'], { ...formats[form], timeZone: 'UTC' })
  },
})
