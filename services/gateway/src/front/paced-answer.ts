import type { ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import { ClientDisconnectedError, type MinimumRate, type WatchedTransfer } from '@guidebook/service-kit'
import type { Spool } from '../spool/spool.ts'

/** Bytes of unsent response that stay in memory. Everything after them goes to a spool file. */
const mostUnsent = 64 * 1024

interface PacedAnswerOptions {
  /** The client's response. */
  response: ServerResponse
  openSpool: () => Promise<Spool>
  /** The lowest rate at which a client may read what is in the file. */
  rate: MinimumRate
  /** Called with the reason when the response is cut off, unless the client has disconnected. */
  onCut: (error: Error) => void
}

/**
 * Receives a response at the service's pace and sends it at the client's. Chunks pass directly while the client keeps up. From the first
 * chunk that the client is too slow for, the rest goes through a spool file.
 */
export class PacedAnswer extends Duplex {
  readonly #options: PacedAnswerOptions
  #spool: Spool | null = null
  #watched: WatchedTransfer | null = null
  /** Whether the reader has asked for more data since the last chunk. */
  #isReadRequested = false
  #isComplete = false
  #wake = (): void => undefined

  constructor(options: PacedAnswerOptions) {
    // Do not buffer ahead of a client that has not asked for data.
    super({ writableHighWaterMark: 4 * mostUnsent, readableHighWaterMark: 0 })
    this.#options = options
    // When the response is closed, the client has left.
    this.on('error', (error) => {
      if (!options.response.destroyed) options.onCut(error)
    })
  }

  override _read(): void {
    this.#isReadRequested = true
    this.#wake()
  }

  override _write(chunk: Buffer, _encoding: string, written: (error?: Error) => void): void {
    if (this.#spool === null && this.readableLength + this.#options.response.writableLength <= mostUnsent) {
      this.#give(chunk)
      written()
    } else {
      this.#store(chunk).then(() => written(), written)
    }
  }

  override _final(finished: () => void): void {
    this.#isComplete = true
    if (this.#spool === null) this.push(null)
    else this.#wake()
    finished()
  }

  override _destroy(error: Error | null, destroyed: (error: Error | null) => void): void {
    this.#wake()
    this.#unwatch()
    const closed = this.#spool === null ? Promise.resolve() : this.#spool.close()
    closed.then(() => destroyed(error), destroyed)
  }

  #give(chunk: Buffer): void {
    this.#isReadRequested = false
    this.push(chunk)
  }

  async #store(chunk: Buffer): Promise<void> {
    if (this.#spool === null) {
      const spool = await this.#options.openSpool()
      // The client may have left while the file was opened.
      if (this.destroyed) return spool.close()
      this.#spool = spool
      this.#send(spool).catch((error: Error) => this.destroy(error))
    }
    await this.#spool.append(chunk)
    this.#wake()
  }

  /** Sends what is in the spool, and what is added to it, until the response is complete. */
  async #send(spool: Spool): Promise<void> {
    for (let position = 0; !this.destroyed; ) {
      if (!this.#isReadRequested) {
        this.#watched ??= this.#options.rate.watch(() =>
          this.destroy(new ClientDisconnectedError('the client is too slow')),
        )
        await this.#woken()
      } else if (position < spool.size) {
        const piece = await spool.read(position)
        position += piece.length
        if (this.#watched !== null) this.#watched.bytes += piece.length
        this.#give(piece)
      } else if (this.#isComplete) {
        this.push(null)
        return
      } else {
        // The client has received everything so far. Do not count the time that the service needs.
        this.#unwatch()
        await this.#woken()
      }
    }
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #unwatch(): void {
    if (this.#watched !== null) this.#options.rate.unwatch(this.#watched)
    this.#watched = null
  }
}
