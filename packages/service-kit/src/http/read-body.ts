import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'
import { ClientGone } from './exchange.ts'

/**
 * Reads a body of at most `limit` bytes. A larger one is refused (413) by its stated length before anything is kept,
 * or as soon as more has arrived. The rest of a refused body is discarded by the server while the answer goes out.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const stated = Number(request.headers['content-length'] ?? 0)
  if (stated > limit) return Promise.reject(tooLarge(limit))
  return new Promise((resolve, reject) => {
    const arrived = new Arrived(stated)
    const settle = (finish: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      // Errors after this belong to a connection that no one reads from any more.
      request.on('error', () => undefined)
      finish()
    }
    const onData = (chunk: Buffer) => {
      if (arrived.size + chunk.length <= limit) arrived.add(chunk)
      else settle(() => reject(tooLarge(limit)))
    }
    const onEnd = () => settle(() => resolve(arrived.bytes))
    const onGone = () => settle(() => reject(new ClientGone('the body ended early')))
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

/**
 * What has come of a body, in one piece. Its chunks are not kept: there are hundreds of a large one, and those that wait for the last
 * outlive so many small collections that only a full one would free them.
 */
class Arrived {
  size = 0
  #held: Buffer = Buffer.alloc(0)
  readonly #stated: number

  /** `stated`: how many bytes there will be, 0 when nobody said. Memory that nothing is written to costs none. */
  constructor(stated: number) {
    this.#stated = stated
  }

  add(chunk: Buffer): void {
    if (this.size === 0 && chunk.length >= this.#stated) this.#held = chunk
    else {
      this.#makeRoomFor(this.size + chunk.length)
      chunk.copy(this.#held, this.size)
    }
    this.size += chunk.length
  }

  get bytes(): Buffer {
    return this.#held.subarray(0, this.size)
  }

  #makeRoomFor(size: number): void {
    if (size <= this.#held.length) return
    const roomier = Buffer.allocUnsafeSlow(Math.max(this.#stated, 2 * size))
    this.#held.copy(roomier, 0, 0, this.size)
    this.#held = roomier
  }
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError('payload-too-large', { detail: `The body may have at most ${limit} bytes.` })
}
