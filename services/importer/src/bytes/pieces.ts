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
