import { mapHtml, type SanitisedDraft } from '../book/draft.ts'
import type { BookContent, BookItem } from '../content/book-content.ts'
import { FatalBuildError } from '../outcome/failures.ts'
import type { TripPlan } from '../trip/plan-trip.ts'

/** Most routes, POIs, texts and accommodations of a book; an accommodation counts at each of its stages. */
export const mostEntries = 10_000

/**
 * Most bytes of the names and descriptions of items without an ID. geodata stores them with the guidebook, from a body of at most 64 MiB,
 * which also contains their tracks. A request can have more: each group gets the descriptions of all its parts.
 */
export const mostOwnBytes = 32 * 1024 * 1024

/** Throws `FatalBuildError` when the book would have more than `mostEntries`, or items without an ID more than `mostOwnBytes`. */
export function requirePrintable(content: BookContent, plan: TripPlan): void {
  requireFewEntries(content, plan)
  requireShortOwnTexts(content)
}

function requireFewEntries({ stages, general }: BookContent, plan: TripPlan): void {
  const items = [...stages, general].reduce(
    (sum, { routes, pois, texts }) => sum + routes.length + pois.length + texts.length,
    0,
  )
  const entries = items + plan.stays.reduce((sum, shownAt) => sum + Math.max(1, shownAt.length), 0)
  if (entries <= mostEntries) return
  const message = `The guidebook has ${entries} entries, with an accommodation counted at each of its stages; at most ${mostEntries} are possible. Split it, or shorten the stays.`
  throw new FatalBuildError('content-too-large', message)
}

function requireShortOwnTexts({ stages, general, stays }: BookContent): void {
  const items: BookItem[] = [
    ...[...stages, general].flatMap(({ routes, pois, texts }) => [...routes, ...pois, ...texts]),
    ...stays.map(({ place }) => place),
  ]
  const texts = items
    .filter(({ id }) => id === null)
    .flatMap(({ names, descriptions }) => [...Object.values(names), ...Object.values(descriptions)])
  let bytes = 0
  // Stops at the limit: to measure a joined text, V8 copies its parts into one string.
  const areLonger = texts.some((text) => {
    bytes += Buffer.byteLength(text)
    return bytes > mostOwnBytes
  })
  if (!areLonger) return
  const message = `The names and descriptions of inline items and groups have more than ${mostOwnBytes / 1024 / 1024} MiB; each group has the descriptions of all its parts. Shorten texts, or use fewer groups.`
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
