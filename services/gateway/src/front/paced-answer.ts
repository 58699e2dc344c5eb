import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { ClientGone, type MinimumRate, type WatchedTransfer } from '@guidebook/service-kit'
import type { Spool } from '../spool/spool.ts'

/** Bytes that wait for the client in memory; what comes after them goes through a file. */
const mostUnsent = 64 * 1024

interface PacedAnswerOptions {
  response: ServerResponse
  openSpool: () => Promise<Spool>
  /** The slowest pace at which a client may take what is in the file. */
  rate: MinimumRate
  /** Receives the reason when the answer is cut for another reason than a client that left. */
  onCut: (error: Error) => void
}

/**
 * Takes an answer at the pace of the service and sends it at the pace of the client. Chunks go straight to the client while it
 * keeps up; from the first chunk for which it does not, the rest goes through a spool. The head must have been written.
 */
export class PacedAnswer extends Writable {
  readonly #options: PacedAnswerOptions
  readonly #response: ServerResponse
  #spool: Spool | null = null
  #watched: WatchedTransfer | null = null
  /** Set when the answer is complete; called when it is sent. */
  #sent: (() => void) | undefined
  #wake = (): void => undefined

  constructor(options: PacedAnswerOptions) {
    super({ highWaterMark: 4 * mostUnsent })
    this.#options = options
    this.#response = options.response
    this.#response.once('close', () => this.destroy())
    this.#response.on('drain', () => this.#wake())
    this.on('error', options.onCut)
  }

  override _write(chunk: Buffer, _encoding: string, written: (error?: Error) => void): void {
    if (this.#spool === null && this.#response.writableLength <= mostUnsent) {
      this.#response.write(chunk)
      written()
    } else {
      this.#store(chunk).then(() => written(), written)
    }
  }

  override _final(sent: () => void): void {
    if (this.#spool === null) {
      this.#response.end()
      sent()
    } else {
      this.#sent = sent
      this.#wake()
    }
  }

  override _destroy(error: Error | null, destroyed: (error: Error | null) => void): void {
    this.#wake()
    this.#unwatch()
    if (!this.#response.writableEnded) this.#response.destroy()
    const closed = this.#spool === null ? Promise.resolve() : this.#spool.close()
    closed.then(() => destroyed(error), destroyed)
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

  /** Sends what is in the spool, and what is added to it, until all is sent. */
  async #send(spool: Spool): Promise<void> {
    for (let position = 0; !this.destroyed; ) {
      if (this.#response.writableNeedDrain) {
        this.#watched ??= this.#options.rate.watch(() => this.destroy(new ClientGone('the client is too slow')))
        await this.#woken()
      } else if (position < spool.size) {
        const piece = await spool.read(position)
        position += piece.length
        if (this.#watched !== null) this.#watched.bytes += piece.length
        this.#response.write(piece)
      } else if (this.#sent !== undefined) {
        this.#response.end()
        return this.#sent()
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
