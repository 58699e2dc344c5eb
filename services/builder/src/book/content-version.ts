import { fingerprint } from '../artifact/fingerprint.ts'
import type { SanitisedDraft } from './draft.ts'
import type { BookFrame } from './frame.ts'

/** Rises when the same draft would be drawn otherwise: books and files that were made before are made anew. */
export const bookRecipe = 3

export interface ContentVersion {
  /**
   * What page and PDF carry: `<trip>-<booking>`. The first half names the content of the trip and is the same for all
   * releases that show the same, the second the booking.
   */
  name: string
  /** The first half, carried by the GPX files, which show the trip alone. */
  trip: string
  /** Everything that is printed in a GPX file. */
  tripFingerprint: string
  /** Everything that is printed in the book. */
  bookFingerprint: string
}

const short = (hash: string): string => hash.slice(0, 8)

/** Names the state of content and booking. The moment of the build is not part of it: an unchanged book is the same book. */
export function contentVersion(
  draft: SanitisedDraft,
  frame: Omit<BookFrame, 'contentVersion' | 'createdAt'>,
): ContentVersion {
  const { stages, isSanitised: _isSanitised, ...rest } = draft
  const undated = { ...rest, stages: stages.map(({ date: _date, ...stage }) => stage) }
  const tripFingerprint = fingerprint([bookRecipe, undated, frame.brand.name])
  const bookingFingerprint = fingerprint([frame, stages.map(({ date }) => date)])
  return {
    name: `${short(tripFingerprint)}-${short(bookingFingerprint)}`,
    trip: short(tripFingerprint),
    tripFingerprint,
    bookFingerprint: fingerprint([tripFingerprint, bookingFingerprint]),
  }
}
