export interface Peeked {
  /** The beginning, at most as long as was asked for unless a piece was longer. */
  head: Buffer
  /** The head is all there is. */
  isWhole: boolean
  /** Everything, with the beginning; must be read to the end or returned. */
  content: AsyncGenerator<Buffer>
}

/** Looks at the first bytes of a content without taking them from it. */
export const peek = async (content: AsyncIterable<Buffer>, bytes: number): Promise<Peeked> => {
  const source = content[Symbol.asyncIterator]()
  const pieces: Buffer[] = []
  let length = 0
  let isWhole = false
  while (length < bytes) {
    const next = await source.next()
    if (next.done) {
      isWhole = true
      break
    }
    pieces.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(pieces)
  return { head, isWhole, content: all(head, source) }
}

async function* all(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  } finally {
    await source.return?.()
  }
}
