export interface Peeked {
  /** The first bytes: at least as many as requested, or all. */
  head: Buffer
  /** The head is the whole content. */
  isWhole: boolean
  /** The whole content with the head; must be read to the end or returned. */
  content: AsyncGenerator<Buffer>
}

/** Reads the first bytes of a content without consuming them. */
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
