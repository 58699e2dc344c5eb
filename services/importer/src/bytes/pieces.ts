import type { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Small enough that one piece is processed within a few milliseconds. */
const pieceBytes = 64 * 1024

/**
 * The bytes of a stream in pieces of bounded size; the stream is closed at the end, also at an early one. The event loop runs between two pieces, so
 * that bytes in memory do not block other requests. Throws the reason of `signal` after it has aborted.
 */
export async function* pieces(stream: Readable, signal?: AbortSignal): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield bytes.subarray(at, at + pieceBytes)
      await yieldToEventLoop()
      signal?.throwIfAborted()
    }
  }
}

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
