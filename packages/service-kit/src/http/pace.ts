import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Bytes that are handled without a pause: about a millisecond of scanning. */
const bytesPerTurn = 1024 * 1024

/** Divides the work on a large body into turns, so that other requests are served in between. */
export class Pace {
  #bytes = 0

  /** Counts work that was done; yields when a turn's worth of it is. `cost`: how much slower a byte of it is than one of a scan. */
  async spend(bytes: number, cost = 1): Promise<void> {
    this.#bytes += bytes * cost
    if (this.#bytes < bytesPerTurn) return
    this.#bytes = 0
    await yieldToEventLoop()
  }
}
