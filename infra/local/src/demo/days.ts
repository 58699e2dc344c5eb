/** Today in a time zone, as `YYYY-MM-DD`, and the days after it. */
export function daysFrom(timeZone: string, now = new Date()): (offset: number) => string {
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)
  return (offset) => new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10)
}
