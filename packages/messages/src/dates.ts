/** The day of the month as people write it where `Intl` does not: in French the first is "1er", and an Italian range is "1–8", not "01–08". */
const dayOfMonth: Readonly<Record<string, (day: string) => string>> = {
  fr: (day) => (day === '1' ? '1er' : day),
  it: (day) => day.replace(/^0/, ''),
}

/** A date in a format with the name of the month. */
export const formatDate = (format: Intl.DateTimeFormat, date: Date | number): string =>
  joinParts(format, format.formatToParts(date))

/** From one date to another, without repeating what they have in common. */
export const formatDateRange = (format: Intl.DateTimeFormat, from: Date | number, to: Date | number): string =>
  joinParts(format, format.formatRangeToParts(from, to))

const joinParts = (format: Intl.DateTimeFormat, parts: readonly { type: string; value: string }[]): string => {
  const [language = ''] = format.resolvedOptions().locale.split('-')
  const write = dayOfMonth[language]
  return parts.map(({ type, value }) => (type === 'day' && write ? write(value) : value)).join('')
}
