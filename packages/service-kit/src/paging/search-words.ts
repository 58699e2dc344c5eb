/** Each word costs one more look through all names. The contracts say that further words do not count. */
const mostWords = 8

/** The first different words of a search. */
export const searchWords = (q = ''): string[] =>
  [...new Set(q.split(/\s+/).filter((word) => word !== ''))].slice(0, mostWords)
