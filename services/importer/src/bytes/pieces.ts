import type { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Small enough that working on one piece takes a few milliseconds at most. */
const pieceBytes = 64 * 1024

/**
 * The bytes of a stream in pieces of bounded size, whatever size they come in; the stream is closed at the end, also at an early one. Between two
 * pieces the event loop runs: without that, bytes that are in memory already would be worked on to their end before any other request.
 * Throws the reason of `signal` once that has aborted.
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
