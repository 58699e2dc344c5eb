import type { BuildInput } from '@guidebook/contracts'
import { distanceM } from '@guidebook/route-geometry'
import type { Stay } from '../content/book-content.ts'

const day = 86_400_000

/** Whole days from one calendar day (`YYYY-MM-DD`) to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / day)

/** The calendar day `count` days after another. */
export const addDays = (date: string, count: number): string =>
  new Date(Date.parse(date) + count * day).toISOString().slice(0, 10)

export type TravelDates = Pick<BuildInput['release']['dates'], 'arrival' | 'departure'>

/** The calendar day of the stage at `index` (from 0); null if unknown or after the departure. */
export function stageDate({ arrival, departure }: TravelDates, index: number): string | null {
  if (arrival === null) return null
  const date = addDays(arrival, index)
  return departure !== null && date > departure ? null : date
}

export interface StageToStayAt {
  number: number
  date: string | null
  /** End of its last route, if known. */
  end: { lat: number; lon: number } | null
}

/** A hotel within this distance (metres) of a stage's end is at its destination. */
const destinationM = 3_000

/**
 * Indices of the stages at which a stay is shown: the stage with its number; else each stage whose day ends in one of its nights; else, for
 * a stay without number and dates, the stage that ends nearest to it. A stay without a stage is shown in the general part.
 */
export function stagesOfStay(stay: Omit<Stay, 'comment'>, stages: readonly StageToStayAt[]): number[] {
  const { stageNumber, arrivalDate, departureDate } = stay
  if (stageNumber !== null) return indices(stages, ({ number }) => number === stageNumber)
  if (arrivalDate === null) return nearestEnd(stay.place, stages)
  const nights = departureDate === null ? 1 : Math.max(1, daysBetween(arrivalDate, departureDate))
  return indices(stages, ({ date }) => {
    const night = date === null ? -1 : daysBetween(arrivalDate, date)
    return night >= 0 && night < nights
  })
}

/** Whether a stay is placed by the ends of the stages, for which the tracks must be read. */
export const needsDestination = ({ stageNumber, arrivalDate }: Pick<Stay, 'stageNumber' | 'arrivalDate'>): boolean =>
  stageNumber === null && arrivalDate === null

const indices = (stages: readonly StageToStayAt[], fits: (stage: StageToStayAt) => boolean): number[] =>
  stages.flatMap((stage, index) => (fits(stage) ? [index] : []))

function nearestEnd(place: Stay['place'], stages: readonly StageToStayAt[]): number[] {
  const near = stages.flatMap(({ end }, index) => {
    const distance = end ? distanceM(end, place) : Number.POSITIVE_INFINITY
    return distance <= destinationM ? [{ index, distance }] : []
  })
  const [nearest] = near.sort((one, other) => one.distance - other.distance)
  return nearest ? [nearest.index] : []
}
