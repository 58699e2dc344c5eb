import { distanceM } from '@guidebook/route-geometry'
import type { Stay } from '../content/book-content.ts'
import { daysBetween } from './days.ts'

export interface StageToStayAt {
  number: number
  date: string | null
  /** Where its last route ends, when that is known. */
  end: Place | null
}

export interface Place {
  lat: number
  lon: number
}

/** A hotel this far (metres) from the end of a stage is still at its destination. */
const destinationM = 3_000

/**
 * The stages (by index) at which a stay is shown: the one whose number it names, else every stage whose day ends in a
 * night of the stay, else, for a stay without any of these, the stage that ends nearest to it. None when it belongs to
 * no stage; it is then shown with the general part.
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

/** Whether the ends of the stages matter for a stay; finding them costs reading the tracks. */
export const needsDestination = ({ stageNumber, arrivalDate }: Pick<Stay, 'stageNumber' | 'arrivalDate'>): boolean =>
  stageNumber === null && arrivalDate === null

const indices = (stages: readonly StageToStayAt[], fits: (stage: StageToStayAt) => boolean): number[] =>
  stages.flatMap((stage, index) => (fits(stage) ? [index] : []))

function nearestEnd(place: Place, stages: readonly StageToStayAt[]): number[] {
  const near = stages.flatMap(({ end }, index) => {
    const distance = end ? distanceM(end, place) : Number.POSITIVE_INFINITY
    return distance <= destinationM ? [{ index, distance }] : []
  })
  const [nearest] = near.sort((one, other) => one.distance - other.distance)
  return nearest ? [nearest.index] : []
}
