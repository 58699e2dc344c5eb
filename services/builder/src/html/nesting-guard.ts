/** Most nested elements. The parser's time for a tag grows with the number of open elements. */
const deepest = 500

/** The text nests too many elements to be parsed in linear time. */
export class NestingTooDeepError extends Error {
  override readonly name = 'NestingTooDeepError'
}

/** Counts open elements from a parser's events. Throws `NestingTooDeepError` to stop the parser. */
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
