import { mapHtml, type SanitisedDraft } from '../book/draft.ts'
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

/** Most bytes of the list of GPX files and courses as JSON: the message about a build has it, and may have 1 MB. */
export const mostFileListBytes = 650_000

/** Throws `FatalBuildError` when the list of files is longer than `mostFileListBytes`: that of some 800 stages and alternatives. */
export function requireShortFileList(files: object): void {
  if (Buffer.byteLength(JSON.stringify(files)) <= mostFileListBytes) return
  const message = 'The guidebook has too many stages and alternatives with GPX files. Split it into several guidebooks.'
  throw new FatalBuildError('content-too-large', message)
}

/** The failure of a build whose book or page took too long to draw. Names the longest text, which is the most likely reason. */
export function drawingTooLong(draft: SanitisedDraft, cause: unknown): FatalBuildError {
  let [longest, hint] = [0, '']
  mapHtml(draft, ({ html, externalId }) => {
    if (html.length > longest) {
      const name = externalId === null ? 'its description' : `the text of ${externalId}`
      hint = `Its longest text is ${name}, with ${html.length} characters of HTML. `
      longest = html.length
    }
    return html
  })
  const message = `Drawing the guidebook took too long and was stopped. ${hint}Shorten its texts, lists and tables, or split it into several guidebooks: the next change builds it again.`
  return new FatalBuildError('build-too-long', message, { cause })
}
