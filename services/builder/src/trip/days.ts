const day = 86_400_000

/** Whole days from one calendar day (`YYYY-MM-DD`) to another; negative when it lies before. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / day)

/** The calendar day that lies `count` days after another. */
export const addDays = (date: string, count: number): string =>
  new Date(Date.parse(date) + count * day).toISOString().slice(0, 10)

export interface TravelDates {
  arrival: string | null
  departure: string | null
}

/** The day of the trip on which the stage at `index` (from 0, in the order of the trip) is travelled, when that is known. */
export function stageDate({ arrival, departure }: TravelDates, index: number): string | null {
  if (arrival === null) return null
  const date = addDays(arrival, index)
  return departure !== null && date > departure ? null : date
}
