import { daysBetween } from '@guidebook/service-kit'
import { stagesEndingNear } from './destination.ts'
import type { StageToDate } from './stay-anchors.ts'
import { type BookedStay, nightsOf } from './stays.ts'

export interface DatedStage extends StageToDate {
  date: string | null
}

/**
 * Indices of the stages at which a stay is shown: the stage with its number; else each stage whose day ends in one of its nights, or for a night
 * on a rest day, the stage before it; else, for a stay without number and dates, the stage that ends nearest to it. A stay without a stage is
 * shown in the general part.
 */
export function stagesOfStay(stay: BookedStay, stages: readonly DatedStage[]): number[] {
  const { stageNumber, arrivalDate } = stay
  if (stageNumber !== null) return indices(stages, ({ number }) => number === stageNumber)
  if (arrivalDate === null) return stagesEndingNear(stay.place, stages).slice(0, 1)
  const ending = indices(stages, ({ date }) => {
    const night = date === null ? -1 : daysBetween(arrivalDate, date)
    return night >= 0 && night < nightsOf(stay)
  })
  return ending.length > 0 ? ending : stageBeforeRest(arrivalDate, stages)
}

/** The stage before a rest day, on which travellers change the hotel. */
function stageBeforeRest(day: string, stages: readonly DatedStage[]): number[] {
  const before = stages.findLastIndex(({ date }) => date !== null && date < day)
  const after = stages.some(({ date }) => date !== null && date > day)
  return before >= 0 && after ? [before] : []
}

/** Whether the ends of the stages, for which the tracks must be read, may place a stay or date a stage. */
export const needsDestination = ({ stageNumber }: Pick<BookedStay, 'stageNumber'>): boolean => stageNumber === null

const indices = (stages: readonly DatedStage[], fits: (stage: DatedStage) => boolean): number[] =>
  stages.flatMap((stage, index) => (fits(stage) ? [index] : []))
