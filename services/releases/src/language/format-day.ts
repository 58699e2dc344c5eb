const formats = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
} as const

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A calendar day (`YYYY-MM-DD`) as people write it in the language. */
export function formatDay(day: string, lang: string, form: keyof typeof formats): string {
  const key = `${lang} ${form}`
  let formatter = formatters.get(key)
  if (formatter === undefined) {
    // A day has no time zone: it is read and written in the same one.
    formatter = new Intl.DateTimeFormat([lang, 'en'], { ...formats[form], timeZone: 'UTC' })
    formatters.set(key, formatter)
  }
  return formatter.format(Date.parse(`${day}T00:00:00Z`))
}
