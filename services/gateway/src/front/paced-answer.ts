import type { ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import { ClientDisconnectedError, type MinimumRate, type WatchedTransfer } from '@guidebook/service-kit'
import type { Spool } from '../spool/spool.ts'

/** Bytes that wait for the client in memory; what comes after them goes through a file. */
const mostUnsent = 64 * 1024

interface PacedAnswerOptions {
  /** Where the answer goes. */
  response: ServerResponse
  openSpool: () => Promise<Spool>
  /** The lowest rate at which a client may read what is in the file. */
  rate: MinimumRate
  /** Receives the reason when the answer is cut for another reason than a client that left. */
  onCut: (error: Error) => void
}

/**
 * Takes an answer at the pace of the service and gives it at the pace of the client. Chunks go straight through while the client
 * keeps up; from the first chunk for which it does not, the rest goes through a spool.
 */
export class PacedAnswer extends Duplex {
  readonly #options: PacedAnswerOptions
  #spool: Spool | null = null
  #watched: WatchedTransfer | null = null
  /** Whether the client has taken everything that it was given. */
  #isAsked = false
  #isComplete = false
  #wake = (): void => undefined

  constructor(options: PacedAnswerOptions) {
    // Nothing is read ahead for a client that has not asked.
    super({ writableHighWaterMark: 4 * mostUnsent, readableHighWaterMark: 0 })
    this.#options = options
    // When the response is closed, the client has left.
    this.on('error', (error) => {
      if (!options.response.destroyed) options.onCut(error)
    })
  }

  override _read(): void {
    this.#isAsked = true
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
    this.#isAsked = false
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
      if (!this.#isAsked) {
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
        // The client has caught up with the service, and does not answer for the service's pace.
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
