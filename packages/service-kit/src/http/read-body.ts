import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'
import { ClientDisconnectedError } from './exchange.ts'
import { MinimumRate } from './minimum-rate.ts'

/** Receives the bytes of a body. A returned promise pauses the client until it is fulfilled. */
export interface BodyStore {
  add(chunk: Buffer): Promise<void> | undefined
}

interface BodyLimits {
  /** Bytes. */
  limit: number
  /** Name of the fields with Base64, for the error message: a body that is refused unread has no pointer to what is too large. */
  base64?: string | undefined
  /** The slowest accepted rate. */
  rate?: MinimumRate
}

/** A client may take 20 seconds, and one second more for every 500 bytes. */
const defaultRate = new MinimumRate({ graceMs: 20_000, bytesPerSecond: 500 })

/** Reads a body into memory. Rejects like `receiveBody`. */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const buffer = new BodyBuffer(statedLength(request))
  await receiveBody(request, limits, buffer)
  return buffer.bytes
}

/**
 * Receives a body of at most `limit` bytes. Rejects with 413 when its Content-Length is larger or as soon as more has arrived, and with
 * 408 when it arrives too slowly. Both close the connection, because the client may still send the rest of the body.
 */
export function receiveBody(
  request: IncomingMessage,
  { limit, base64, rate = defaultRate }: BodyLimits,
  store: BodyStore,
): Promise<void> {
  if (statedLength(request) > limit) return Promise.reject(tooLarge(limit, base64))
  if (request.destroyed) return Promise.reject(disconnected())
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      rate.unwatch(transfer)
      request.off('data', onData).off('end', onEnd).off('close', onDisconnect).off('error', onDisconnect)
      // Nothing reads from the connection any more, so later errors are ignored.
      request.on('error', () => undefined)
      finish()
    }
    const fail = (error: unknown) => settle(() => reject(error))
    let stored: Promise<void> | undefined
    const onData = (chunk: Buffer) => {
      transfer.bytes += chunk.length
      if (transfer.bytes > limit) return fail(tooLarge(limit, base64))
      stored = store.add(chunk)
      if (stored === undefined) return
      request.pause()
      stored.then(() => request.resume(), fail)
    }
    // `end` may come while the last chunk is still being stored.
    const onEnd = () => {
      request.off('close', onDisconnect)
      if (stored === undefined) settle(resolve)
      else stored.then(() => settle(resolve), fail)
    }
    const onDisconnect = () => fail(disconnected())
    const transfer = rate.watch(() => fail(tooSlow()))
    request.on('data', onData).on('end', onEnd).on('close', onDisconnect).on('error', onDisconnect)
  })
}

/**
 * Collects a body in one buffer. A list of its chunks, hundreds for a large body, would survive many minor garbage collections, and
 * only a full one would free it.
 */
export class BodyBuffer implements BodyStore {
  size = 0
  #held: Buffer = Buffer.alloc(0)
  readonly #stated: number

  /** `stated`: expected bytes, 0 if unknown. Allocated memory costs nothing until it is written to. */
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
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#stated, 2 * size))
    this.#held.copy(larger, 0, 0, this.size)
    this.#held = larger
  }
}

const statedLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0)

const disconnected = () => new ClientDisconnectedError('the body ended early')

function tooLarge(limit: number, base64: string | undefined): ServiceError {
  const files = base64 === undefined ? '' : ` A file in ${base64} counts a third more than its size.`
  return new ServiceError('payload-too-large', {
    detail: `The body may have at most ${limit} bytes.${files}`,
    headers: { Connection: 'close' },
  })
}

const tooSlow = () => new ServiceError('request-timeout', { headers: { Connection: 'close' } })
