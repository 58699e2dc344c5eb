import { fingerprint } from '../artifact/fingerprint.ts'
import type { SanitisedDraft } from './draft.ts'
import type { ReleaseFrame } from './frame.ts'

/** Increment when the same draft would be drawn differently: existing books and files are then made again. */
export const bookRecipe = 6

const short = (hash: string): string => hash.slice(0, 8)

/** The version of content and booking. The time of the build is not part of it, so an unchanged book keeps its version. */
export function contentVersion(draft: SanitisedDraft, frame: ReleaseFrame) {
  const { stages, restDays, isSanitised: _isSanitised, ...rest } = draft
  const undated = { ...rest, stages: stages.map(({ date: _date, ...stage }) => stage) }
  const tripFingerprint = fingerprint([bookRecipe, undated, frame.brand.name])
  const bookingFingerprint = fingerprint([frame, stages.map(({ date }) => date), restDays])
  return {
    /** Shown on page and PDF: `<trip>-<booking>`. Releases that show the same trip share the first half. */
    name: `${short(tripFingerprint)}-${short(bookingFingerprint)}`,
    /** The first half; shown in the GPX files, which depend on the trip only. */
    trip: short(tripFingerprint),
    /** Hashes of everything that GPX files contain, and of everything that the book contains. */
    tripFingerprint,
    bookFingerprint: fingerprint([tripFingerprint, bookingFingerprint]),
  }
}

export type ContentVersion = ReturnType<typeof contentVersion>
