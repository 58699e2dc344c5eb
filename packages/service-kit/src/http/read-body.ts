import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'
import { ClientDisconnectedError } from './exchange.ts'
import { MinimumRate } from './minimum-rate.ts'

/** Where the bytes of a body go. A promise pauses the client until it is fulfilled. */
export interface BodyStore {
  add(chunk: Buffer): Promise<void> | undefined
}

interface BodyLimits {
  /** Bytes. */
  limit: number
  /** The slowest pace that is accepted. */
  rate?: MinimumRate
}

/** A client may take 20 seconds, and one second more for every 500 bytes. */
const defaultRate = new MinimumRate({ graceMs: 20_000, bytesPerSecond: 500 })

/** Reads a body into memory. Rejects as `receiveBody` does. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const buffer = new BodyBuffer(statedLength(request))
  await receiveBody(request, { limit }, buffer)
  return buffer.bytes
}

/**
 * Receives a body of at most `limit` bytes. A larger one is refused (413) by its stated length before anything is read,
 * or as soon as more has arrived; one that arrives too slowly with 408. The connection ends with a refusal, because the client
 * may still send the rest of the body.
 */
export function receiveBody(
  request: IncomingMessage,
  { limit, rate = defaultRate }: BodyLimits,
  store: BodyStore,
): Promise<void> {
  if (statedLength(request) > limit) return Promise.reject(tooLarge(limit))
  if (request.destroyed) return Promise.reject(gone())
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      rate.unwatch(transfer)
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      // Errors after this belong to a connection that no one reads from any more.
      request.on('error', () => undefined)
      finish()
    }
    const fail = (error: unknown) => settle(() => reject(error))
    let stored: Promise<void> | undefined
    const onData = (chunk: Buffer) => {
      transfer.bytes += chunk.length
      if (transfer.bytes > limit) return fail(tooLarge(limit))
      stored = store.add(chunk)
      if (stored === undefined) return
      request.pause()
      stored.then(() => request.resume(), fail)
    }
    // The end does not wait for a paused client: the last chunk may still be on its way into the store.
    const onEnd = () => {
      request.off('close', onGone)
      if (stored === undefined) settle(resolve)
      else stored.then(() => settle(resolve), fail)
    }
    const onGone = () => fail(gone())
    const transfer = rate.watch(() => fail(tooSlow()))
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

/**
 * What has come of a body, in one piece. Its chunks are not kept: there are hundreds of a large one, and those that wait for the last
 * outlive so many small collections that only a full one would free them.
 */
export class BodyBuffer implements BodyStore {
  size = 0
  #held: Buffer = Buffer.alloc(0)
  readonly #stated: number

  /** `stated`: how many bytes there will be, 0 when nobody said. Memory that nothing is written to costs none. */
  constructor(stated = 0) {
    this.#stated = stated
  }

  add(chunk: Buffer): undefined {
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

const statedLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0)

const gone = () => new ClientDisconnectedError('the body ended early')

const tooLarge = (limit: number) =>
  new ServiceError('payload-too-large', {
    detail: `The body may have at most ${limit} bytes.`,
    headers: { Connection: 'close' },
  })

const tooSlow = () => new ServiceError('request-timeout', { headers: { Connection: 'close' } })
