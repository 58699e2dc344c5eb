import { chooseLanguage, type Messages, messagesOf } from '@guidebook/messages'
import { formatDate, formatDateRange } from '@guidebook/messages/dates'
import type { RouteKind } from '@guidebook/route-geometry'

/** The interface language, as the messages beside these formats. English is British English, because of its order of dates. */
const localeOf = (lang: string): string => {
  const chosen = chooseLanguage(lang)
  return chosen === 'en' ? 'en-GB' : chosen
}

const rangesOf = (numbers: readonly number[]): [from: number, to: number][] => {
  const ranges: [number, number][] = []
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last && number - last[1] <= 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
}

const noonOf = (date: string): Date => new Date(`${date.slice(0, 10)}T12:00:00Z`)

/** Formats numbers, dates and durations in one language. */
export type Formats = ReturnType<typeof formatsIn>

const known = new Map<string, Formats>()

/** Cached by language: creating the `Intl` formats takes as long as drawing a map. */
export const formatsOf = (lang: string): Formats => {
  const formats = known.get(lang) ?? formatsIn(lang)
  known.set(lang, formats)
  return formats
}

const formatsIn = (lang: string) => {
  const locale = localeOf(lang)
  // No line break between a number and its unit.
  const unit = (name: string, digits: number): ((value: number) => string) => {
    const format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      maximumFractionDigits: digits,
      // A value that is rounded to 0 has no sign.
      signDisplay: 'negative',
    })
    return (value) => format.format(value).replaceAll(' ', '\u00A0')
  }
  const kilometre = unit('kilometer', 1)
  const metre = unit('meter', 0)
  const centimetre = unit('centimeter', 0)
  const denominatorFormat = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3, useGrouping: 'always' })
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const regions = new Intl.DisplayNames(locale, { type: 'region' })

  return {
    // Always to 100 m: rounded further, long stages would not add up to the total.
    kilometres: (metres: number): string => kilometre(metres / 1000),
    metres: metre,
    centimetres: centimetre,
    /** `1:50,000`, to three digits. */
    scale: (denominator: number): string => `1:${denominatorFormat.format(denominator).replaceAll('\u202F', '\u00A0')}`,
    duration(seconds: number): string {
      const total = Math.round(seconds / 60)
      const hours = Math.floor(total / 60)
      const minutes = total % 60
      // h and min are SI symbols, the same in all languages.
      const hoursText = `${hours}\u00A0h`
      const minutesText = `${minutes}\u00A0min`
      if (hours === 0) return minutesText
      return minutes === 0 ? hoursText : `${hoursText} ${minutesText}`
    },
    /** `2026-06-03` in full, without the weekday. */
    date: (date: string): string => formatDate(long, noonOf(date)),
    day: (date: string): string => formatDate(full, noonOf(date)),
    dateRange: (from: string, until: string): string => formatDateRange(long, noonOf(from), noonOf(until)),
    /** The name of a country by its code (ISO 3166-1). */
    country: (code: string): string => regions.of(code) ?? code,
    /** Sorted whole numbers, consecutive ones as a range: `1–4, 7`. */
    numberList: (numbers: readonly number[]): string =>
      rangesOf(numbers)
        .map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
        .join(', '),
  }
}

/** All text of the book, the maps and the GPX files that does not come from the operator. */
export type BookMessages = Messages<'roadbook'>

/** The name of a kind of route in the book's language; that of any other for an unknown one. */
export function kindName(lang: string, kind: string): string {
  const texts = messagesOf('roadbook', lang)
  return routeKindName(texts, kind) ?? texts.otherKind
}

/** The name of a kind of route, `null` for an unknown one. */
export function routeKindName(texts: BookMessages, kind: string): string | null {
  const id = `routeKind.${kind as RouteKind}` as const
  return Object.hasOwn(texts, id) ? texts[id] : null
}
