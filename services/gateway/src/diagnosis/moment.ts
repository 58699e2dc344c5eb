import { formatDate } from '@guidebook/messages/dates'

/** Days and instants in findings, as people write them in the language. English is British: its dates cannot be misread. */
const localeOf = (lang: string): string[] => [lang === 'en' ? 'en-GB' : lang, 'en-GB']

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const

/** A calendar day, which has no time zone: `2026-07-14` as "14 Jul 2026". */
export const dayIn = (lang: string, day: string | null): string =>
  day === null
    ? '–'
    : formatDate(new Intl.DateTimeFormat(localeOf(lang), { ...date, timeZone: 'UTC' }), Date.parse(`${day}T00:00:00Z`))

/** An instant in a time zone, to the minute and with the name of the zone: "14 Jul 2026, 08:15 CEST". */
export const momentIn = (lang: string, instant: string | null, timeZone: string): string =>
  instant === null
    ? '–'
    : formatDate(new Intl.DateTimeFormat(localeOf(lang), { ...date, ...time, timeZone }), new Date(instant))
