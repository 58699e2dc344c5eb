import type { BookContent } from '../content/book-content.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'
import type { LoadedTracks } from './load-tracks.ts'
import { needsDestination, stageDate, stagesOfStay, type TravelDates } from './place-stays.ts'

/** The content of a release with its tracks and dates. */
export interface Trip {
  content: BookContent
  plan: TripPlan
  loaded: LoadedTracks
}

export interface TripPlan {
  /** Calendar day of each stage. */
  dates: (string | null)[]
  /** For each stay, the indices of its stages; empty: shown in the general part. */
  stays: number[][]
}

/** Dates the stages and assigns the stays to them. */
export async function planTrip(
  { stages, stays }: BookContent,
  travel: TravelDates,
  loaded: LoadedTracks,
  renderer: RenderTaskRunner,
): Promise<TripPlan> {
  const dates = stages.map((_, index) => stageDate(travel, index))
  const tracks = stages.map(({ routes }) =>
    routes.map((route) => ({ ...(route.role && { role: route.role }), track: loaded.get(route)?.track ?? null })),
  )
  const ends = stays.some(needsDestination) ? await renderer.run('stageEnds', tracks) : []
  const dated = stages.map(({ number }, index) => ({ number, date: dates[index] ?? null, end: ends[index] ?? null }))
  return { dates, stays: stays.map((stay) => stagesOfStay(stay, dated)) }
}
