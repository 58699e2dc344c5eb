import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { FairBudget, meter, ServiceError } from '@guidebook/service-kit'

/** Bytes that are read at once. */
const pieceBytes = 64 * 1024
/** Seconds until space may be free again. */
const retryAfter = { 'Retry-After': '5' }

/** Opens a spool for an owner, which may hold only its part of the bytes of all spools. */
export type OpenSpool = (owner: string) => Promise<Spool>

export function createSpools(options: { directory: string; totalBytes: number }): OpenSpool {
  const budget = new FairBudget({ total: options.totalBytes })
  const gauge = (name: string, description: string, read: () => number) =>
    meter('gateway')
      .createObservableGauge(name, { description, unit: 'By' })
      .addCallback((result) => result.observe(read()))
  gauge('gateway_spool_used', 'Bytes of requests and responses in the spool.', () => budget.used)
  gauge('gateway_spool_limit', 'Most bytes in the spool.', () => options.totalBytes)
  return async (owner) => new Spool(await orUnavailable(() => openUnlinked(options.directory)), budget, owner)
}

/** Bytes in a temporary file: written to its end, read from anywhere. The file has no name, so it disappears with the process. */
export class Spool {
  readonly #file: FileHandle
  readonly #budget: FairBudget
  readonly #owner: string
  #reserved = 0
  #size = 0
  #closed: Promise<void> | undefined

  constructor(file: FileHandle, budget: FairBudget, owner: string) {
    this.#file = file
    this.#budget = budget
    this.#owner = owner
  }

  /** Bytes that can be read. */
  get size(): number {
    return this.#size
  }

  /** Throws 429 when the owner holds its part already, 503 when the disk takes no more. One call at a time. */
  async append(chunk: Buffer): Promise<void> {
    if (!this.#budget.take(this.#owner, chunk.length)) {
      throw new ServiceError('rate-limited', {
        detail: 'Too many bytes of your requests and responses are buffered. Wait until some of them end.',
        headers: retryAfter,
      })
    }
    this.#reserved += chunk.length
    await orUnavailable(async () => {
      for (let written = 0; written < chunk.length; ) {
        const { bytesWritten } = await this.#file.write(chunk, written, chunk.length - written, this.#size + written)
        written += bytesWritten
      }
    })
    this.#size += chunk.length
  }

  /** Some of the bytes from there on; none at the end. */
  async read(position: number): Promise<Buffer> {
    const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, this.#size - position))
    const { bytesRead } = await this.#file.read(piece, 0, piece.length, position)
    return piece.subarray(0, bytesRead)
  }

  /** All bytes from the beginning. */
  async *bytes(): AsyncGenerator<Buffer> {
    for (let position = 0; position < this.#size; ) {
      const piece = await this.read(position)
      position += piece.length
      yield piece
    }
  }

  /** Frees the file and the space; may be called again. */
  close(): Promise<void> {
    this.#closed ??= this.#file.close().finally(() => this.#budget.give(this.#owner, this.#reserved))
    return this.#closed
  }
}

async function openUnlinked(directory: string): Promise<FileHandle> {
  const path = join(directory, `guidebook-spool-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** A disk that is full or broken refuses the requests that need it, and no others. */
async function orUnavailable<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (cause) {
    throw new ServiceError('part-unavailable', { cause, headers: retryAfter })
  }
}
