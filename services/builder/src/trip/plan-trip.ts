import type { BookContent } from '../content/book-content.ts'
import type { Warnings } from '../outcome/warnings.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'
import { dateStages, type FreeDay } from './date-stages.ts'
import type { LoadedTracks } from './load-tracks.ts'
import { needsDestination, stagesOfStay } from './place-stays.ts'
import type { Contradiction } from './stay-contradictions.ts'
import type { TravelDates } from './stays.ts'

/** The content of a release with its tracks and dates. */
export interface Trip {
  content: BookContent
  plan: TripPlan
  loaded: LoadedTracks
}

export interface TripPlan {
  /** Calendar day of each stage. */
  dates: (string | null)[]
  /** Days of the trip without a stage. */
  freeDays: FreeDay[]
  /** For each stay, the indices of its stages; empty: shown in the general part. */
  stays: number[][]
}

interface Booking {
  travel: TravelDates
  /** JSON Pointers of the travel dates in the request. */
  pointers: { arrivalDate: string; departureDate: string }
}

/** Dates the stages and assigns the stays to them. */
export async function planTrip(
  { stages, stays }: BookContent,
  { travel, pointers }: Booking,
  loaded: LoadedTracks,
  { renderer, warnings }: { renderer: RenderTaskRunner; warnings: Warnings },
): Promise<TripPlan> {
  const tracks = stages.map(({ routes }) =>
    routes.map((route) => ({ ...(route.role && { role: route.role }), track: loaded.get(route)?.track ?? null })),
  )
  const ends = stays.some(needsDestination) ? await renderer.run('stageEnds', tracks) : []
  const toDate = stages.map(({ number }, index) => ({ number, end: ends[index] ?? null }))
  const { dates, freeDays, contradictions } = dateStages(travel, toDate, stays)
  const warn = ({ code, message, stay, field }: Contradiction) => {
    const place = stay === null ? undefined : stays[stay]?.place
    const pointer = place === undefined ? pointers[field] : place.pointer && `${place.pointer}/${field}`
    warnings.add({ code, message, externalId: place?.externalId ?? null, pointer })
  }
  contradictions.forEach(warn)
  const dated = toDate.map((stage, index) => ({ ...stage, date: dates[index] ?? null }))
  return { dates, freeDays, stays: stays.map((stay) => stagesOfStay(stay, dated)) }
}
