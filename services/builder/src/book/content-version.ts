import { fingerprint } from '../artifact/fingerprint.ts'
import type { SanitisedDraft } from './draft.ts'
import { draftOfWays } from './draft-of-ways.ts'
import type { ReleaseFrame } from './frame.ts'

/** Increment when the same draft would be drawn differently: existing books and files are then made again. */
export const bookRecipe = 10

const short = (hash: string): string => hash.slice(0, 8)

/**
 * The version of content and booking. The time of the build is not part of it, so an unchanged book keeps its version. `own`: the draft in the
 * release's language, which has the GPX files of all languages.
 */
export function contentVersion(draft: SanitisedDraft, frame: ReleaseFrame, own = draft) {
  const waysFingerprint = fingerprint([bookRecipe, draftOfWays(own), frame.brand.name])
  const bookFingerprint = fingerprint([bookRecipe, draft, frame])
  return {
    /** Shown on page and PDF: `<ways>-<book>`. Releases with the same ways and places share the first half. */
    name: `${short(waysFingerprint)}-${short(bookFingerprint)}`,
    /** The first half; shown in the GPX files. A traveller whose files have the half of the page has the newest ones. */
    ways: short(waysFingerprint),
    /** Hashes of everything that GPX files and courses contain, and of everything that the book contains. */
    waysFingerprint,
    bookFingerprint,
  }
}

export type ContentVersion = ReturnType<typeof contentVersion>
