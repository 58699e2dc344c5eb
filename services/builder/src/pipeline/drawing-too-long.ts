import type { SanitisedDraft } from '../book/draft.ts'
import { type HtmlPlace, mapHtml } from '../book/draft.ts'
import { FatalBuildError } from '../outcome/failures.ts'

/** The failure of a build whose book or page took too long to draw. Names the longest text, which is the most likely reason. */
export function drawingTooLong(draft: SanitisedDraft, cause: unknown): FatalBuildError {
  let longest: HtmlPlace | undefined
  mapHtml(draft, (place) => {
    if (place.html.length > (longest?.html.length ?? 0)) longest = place
    return place.html
  })
  const message = `Drawing the guidebook took too long and was stopped. ${longestText(longest)}Shorten its texts, lists and tables, or split it into several guidebooks: the next change builds it again.`
  return new FatalBuildError('build-too-long', message, { cause })
}

const longestText = (place: HtmlPlace | undefined): string =>
  place === undefined
    ? ''
    : `Its longest text is ${place.externalId === null ? 'its description' : `the text of ${place.externalId}`}, with ${place.html.length} characters of HTML. `
