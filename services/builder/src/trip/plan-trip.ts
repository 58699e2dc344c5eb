import type { BookContent, BookRoute } from '../content/book-content.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'
import { stageDate, type TravelDates } from './days.ts'
import { needsDestination, type Place, stagesOfStay } from './place-stays.ts'

export interface TripPlan {
  /** Calendar day of each stage. */
  dates: (string | null)[]
  /** For each stay, the indices of its stages; empty: shown in the general part. */
  stays: number[][]
}

/** Dates the stages and assigns the stays to them. */
export async function planTrip(
  content: BookContent,
  travel: TravelDates,
  trackOf: (route: BookRoute) => Uint8Array | null,
  renderer: RenderTaskRunner,
): Promise<TripPlan> {
  const dates = content.stages.map((_, index) => stageDate(travel, index))
  const ends = content.stays.some(needsDestination) ? await stageEnds(content, trackOf, renderer) : []
  const stages = content.stages.map(({ number }, index) => ({
    number,
    date: dates[index] ?? null,
    end: ends[index] ?? null,
  }))
  return { dates, stays: content.stays.map((stay) => stagesOfStay(stay, stages)) }
}

async function stageEnds(
  { stages }: BookContent,
  trackOf: (route: BookRoute) => Uint8Array | null,
  renderer: RenderTaskRunner,
): Promise<(Place | null)[]> {
  const last = stages.map(({ routes }) => routes.map(trackOf).findLast((track) => track !== null) ?? null)
  return await renderer.run('lastPoints', last)
}
