/** An instant in a time zone, to the minute, such as `2026-07-14 08:15`: the same in every language. UTC is named: nobody's clock shows it. */
export function momentIn(instant: string | null, timeZone: string): string {
  if (instant === null) return '–'
  // Swedish writes days and times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const moment = format.format(new Date(instant))
  return timeZone === 'UTC' ? `${moment} UTC` : moment
}
