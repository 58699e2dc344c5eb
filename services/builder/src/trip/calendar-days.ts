const day = 86_400_000

/** Whole days from one calendar day (`YYYY-MM-DD`) to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / day)

/** The calendar day `count` days after another. */
export const addDays = (date: string, count: number): string =>
  new Date(Date.parse(date) + count * day).toISOString().slice(0, 10)
