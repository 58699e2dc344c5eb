import { largestBody, usualBodyBytes } from '@guidebook/contracts'
import { BodyBuffer, type BodyStore, receiveBody } from '@guidebook/service-kit'
import type { Spool } from '../spool/spool.ts'
import type { Forwarded, ForwardOptions } from './forward.ts'

/** Bytes of a body that are kept in memory; a larger body is written to a file. */
const mostInMemory = 64 * 1024

/** A complete body. The spool must be closed. */
export interface RequestBody {
  content: Buffer | null
  spool: Spool | null
}

const none: RequestBody = { content: null, spool: null }

/**
 * Receives the whole body at the client's pace, so that the request to the service needs no time of the client any more.
 * Throws 413 and 408, and what the spool throws.
 */
export async function receiveRequestBody(
  { request, operation, owner }: Forwarded,
  { maxBodyBytes = largestBody, bodyRate: rate, openSpool }: ForwardOptions,
): Promise<RequestBody> {
  if (operation.body === undefined && operation.bodyContentTypes === undefined) return none
  const stated = request.headers['content-length']
  if (stated === undefined && request.headers['transfer-encoding'] === undefined) return none
  const limit = Math.min(operation.bodyLimitBytes ?? usualBodyBytes, maxBodyBytes)
  const store = new SpoolingStore(Number(stated ?? 0), () => openSpool(owner))
  try {
    await receiveBody(request, { limit, base64: operation.bodyBase64, rate }, store)
    return store.body
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Collects a body in memory until it is too large for that. */
class SpoolingStore implements BodyStore {
  #memory: BodyBuffer
  readonly #open: () => Promise<Spool>
  #spool: Spool | null = null
  #storing: Promise<void> | undefined

  constructor(stated: number, open: () => Promise<Spool>) {
    this.#memory = new BodyBuffer(Math.min(stated, mostInMemory))
    this.#open = open
  }

  add(chunk: Buffer): Promise<void> | undefined {
    if (this.#storing === undefined && this.#memory.size + chunk.length <= mostInMemory) return this.#memory.add(chunk)
    this.#storing = this.#store(chunk)
    return this.#storing
  }

  get body(): RequestBody {
    return this.#spool === null ? { content: this.#memory.bytes, spool: null } : { content: null, spool: this.#spool }
  }

  /** Drops what was received, after the last write: the file may just be opening. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#storing])
    await this.#spool?.close()
  }

  async #store(chunk: Buffer): Promise<void> {
    if (this.#spool === null) {
      this.#spool = await this.#open()
      if (this.#memory.size > 0) await this.#spool.append(this.#memory.bytes)
      this.#memory = new BodyBuffer()
    }
    await this.#spool.append(chunk)
  }
}
