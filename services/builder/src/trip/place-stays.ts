import type { Stay } from '../content/book-content.ts'
import { daysBetween } from './days.ts'

export interface StageToStayAt {
  number: number
  date: string | null
}

/**
 * The stages (by index) at which a stay is shown: the one whose number it names, else every stage whose day ends in a
 * night of the stay. None when it belongs to no stage; it is then shown with the general part.
 */
export function stagesOfStay(stay: Pick<Stay, 'stageNumber' | 'arrivalDate' | 'departureDate'>, stages: readonly StageToStayAt[]): number[] {
  const { stageNumber, arrivalDate, departureDate } = stay
  if (stageNumber !== null) return indices(stages, ({ number }) => number === stageNumber)
  if (arrivalDate === null) return []
  const nights = departureDate === null ? 1 : Math.max(1, daysBetween(arrivalDate, departureDate))
  return indices(stages, ({ date }) => {
    const night = date === null ? -1 : daysBetween(arrivalDate, date)
    return night >= 0 && night < nights
  })
}

const indices = (stages: readonly StageToStayAt[], fits: (stage: StageToStayAt) => boolean): number[] =>
  stages.flatMap((stage, index) => (fits(stage) ? [index] : []))
