/** The day for which the dates of examples are written. */
export const writtenFor = '2026-06-30'

const dayMs = 86_400_000
const day = /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/g

/**
 * Moves every date of the examples by the same number of days, so that future periods are in the future for readers, too. Dates are in `example`
 * and `examples` only; other texts stay.
 */
export function followToday(document: unknown, today: string): unknown {
  const days = Math.round((Date.parse(today) - Date.parse(writtenFor)) / dayMs)

  const moveDay = (date: string) => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
  const isMoment = (value: number) => value > Date.parse('2026-01-01') && value < Date.parse('2027-01-01')

  function moved(value: unknown): unknown {
    if (typeof value === 'string') return value.replaceAll(day, moveDay)
    // Milliseconds since 1970; no other number of an example is in that range.
    if (typeof value === 'number') return isMoment(value) ? value + days * dayMs : value
    return map(value, moved)
  }

  const visited = (value: unknown): unknown =>
    map(value, (inner, name) => (name === 'example' || name === 'examples' ? moved(inner) : visited(inner)))

  return visited(document)
}

function map(value: unknown, change: (inner: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => change(inner, ''))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name)]))
}
