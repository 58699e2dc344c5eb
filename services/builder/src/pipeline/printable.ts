import type { BookContent } from '../content/book-content.ts'
import { FatalBuildError } from '../outcome/failures.ts'
import type { TripPlan } from '../trip/plan-trip.ts'

/** Most routes, POIs, texts and accommodations of a book; an accommodation counts at each of its stages. */
export const mostEntries = 10_000

/** Throws `FatalBuildError` when the book would have more than `mostEntries`. */
export function requirePrintable({ stages, general }: BookContent, plan: TripPlan): void {
  const items = [...stages, general].reduce(
    (sum, { routes, pois, texts }) => sum + routes.length + pois.length + texts.length,
    0,
  )
  const entries = items + plan.stays.reduce((sum, shownAt) => sum + Math.max(1, shownAt.length), 0)
  if (entries <= mostEntries) return
  const message = `The guidebook has ${entries} entries, with an accommodation counted at each of its stages; at most ${mostEntries} are possible. Split it, or shorten the stays.`
  throw new FatalBuildError('content-too-large', message)
}
