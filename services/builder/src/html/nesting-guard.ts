/** Elements inside each other. The parser's time for a tag grows with the elements that are open, so the depth bounds it. */
const deepest = 500

/** The text nests more elements than a parser reads in bounded time. */
export class NestingTooDeepError extends Error {
  override readonly name = 'NestingTooDeepError'
}

/** Counts open elements from a parser's events; throws `NestingTooDeepError`, which ends the parsing. */
export function createNestingGuard() {
  let depth = 0
  return {
    opened() {
      if (++depth > deepest) throw new NestingTooDeepError(`more than ${deepest} elements are nested`)
    },
    closed() {
      depth--
    },
  }
}
