const formats = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
} as const

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A calendar day (`YYYY-MM-DD`) as people write it in the language. */
export const formatDay = (day: string, lang: string, form: keyof typeof formats): string =>
  formatterOf(lang, form).format(instantOf(day))

/** From one day to another, without repeating what they have in common: `23.–26. November 2026`. */
export const formatDays = (from: string, to: string, lang: string, form: keyof typeof formats): string =>
  formatterOf(lang, form).formatRange(instantOf(from), instantOf(to))

const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

function formatterOf(lang: string, form: keyof typeof formats): Intl.DateTimeFormat {
  const key = `${lang} ${form}`
  let formatter = formatters.get(key)
  if (formatter === undefined) {
    // A day has no time zone: it is read and written in the same one.
    formatter = new Intl.DateTimeFormat([lang, 'en'], { ...formats[form], timeZone: 'UTC' })
    formatters.set(key, formatter)
  }
  return formatter
}
