/** What the fields of a log entry add to its sentence. Entries have no other values, so this also applies to those of earlier versions. */
import type { MessageRef } from '@guidebook/messages'
import { formatDay, formatDays } from './format-day.ts'
import { languageName } from './language-name.ts'

export interface LoggedEntry {
  action: string
  before: unknown
  after: unknown
}

type Sentence = MessageRef<'auditActions'>

type Values = Readonly<Record<string, unknown>>
const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {})
const textIn = (values: Values, name: string): string | null => {
  const value = values[name]
  return typeof value === 'string' && value !== '' ? value : null
}
const numberIn = (values: Values, name: string): number | null => {
  const value = values[name]
  return typeof value === 'number' ? value : null
}
/** Makes a sentence of a value that the entry has. */
const having = <Value>(value: Value | null, make: (value: Value) => Sentence): Sentence | null =>
  value === null ? null : make(value)

/** Only changed days are logged. */
function daysOf(action: 'period.changed' | 'trip-period.changed', [from, to]: (string | null)[], lang: string) {
  const day = (one: string) => formatDay(one, lang, 'date')
  if (from && to) return { id: `${action}.to`, values: { days: formatDays(from, to, lang) } } as const
  if (from) return { id: `${action}.start`, values: { start: day(from) } } as const
  return to ? ({ id: `${action}.end`, values: { end: day(to) } } as const) : null
}

const details: Readonly<Record<string, (before: Values, after: Values, lang: string) => Sentence | null>> = {
  'build.completed': (_, after) =>
    having(numberIn(after, 'generation'), (n) => ({ id: 'build.completed.number', values: { n } })),
  'device.registered': (_, after) =>
    having(textIn(after, 'name'), (name) => ({ id: 'device.registered.name', values: { name } })),
  'device.removed': (before) =>
    having(textIn(before, 'name'), (name) => ({ id: 'device.removed.name', values: { name } })),
  'devices.changed': (_, after) =>
    having(numberIn(after, 'devices'), (n) => ({ id: 'devices.changed.to', values: { n } })),
  'document.attached': (_, after) =>
    having(textIn(after, 'title'), (title) => ({ id: 'document.attached.title', values: { title } })),
  'document.removed': (before) =>
    having(textIn(before, 'title'), (title) => ({ id: 'document.removed.title', values: { title } })),
  'language.changed': (_, after, lang) =>
    having(textIn(after, 'lang'), (to) => ({
      id: 'language.changed.to',
      values: { language: languageName(to, lang) },
    })),
  'period.changed': (_, after, lang) =>
    daysOf('period.changed', [textIn(after, 'startDate'), textIn(after, 'endDate')], lang),
  'trip-period.changed': (_, after, lang) =>
    daysOf('trip-period.changed', [textIn(after, 'arrivalDate'), textIn(after, 'departureDate')], lang),
  'release.shared': (_, after) =>
    having(textIn(after, 'seller'), (seller) => ({ id: 'release.shared.with', values: { seller } })),
  'seller-code.changed': (_, after) =>
    having(numberIn(after, 'sellerDownloadCode'), (code) => ({ id: 'seller-code.changed.to', values: { code } })),
}

/** Null for an action without values, and for an entry that lacks them. */
export const detailOf = ({ action, before, after }: LoggedEntry, lang: string): Sentence | null =>
  Object.hasOwn(details, action) ? (details[action]?.(valuesOf(before), valuesOf(after), lang) ?? null) : null

/** Whether a failed build is tried again. */
export const isRetried = ({ after }: LoggedEntry): boolean => valuesOf(after).willRetry === true

/** The item that a warning of a build is about. */
export const itemOf = ({ after }: LoggedEntry): string | null => textIn(valuesOf(after), 'externalId')
