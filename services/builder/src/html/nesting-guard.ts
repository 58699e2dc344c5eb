/** Most nested elements. The parser's time for a tag grows with the number of open elements. */
const deepest = 500

/** The HTML nests too many elements to be parsed in linear time, or has too many to be typeset. */
export class TooComplexHtmlError extends Error {
  override readonly name = 'TooComplexHtmlError'
}

/** Counts open elements from a parser's events. Throws `TooComplexHtmlError` to stop the parser. */
export function createNestingGuard() {
  let depth = 0
  return {
    opened() {
      if (++depth > deepest) throw new TooComplexHtmlError(`more than ${deepest} elements are nested`)
    },
    closed() {
      depth--
    },
  }
}
