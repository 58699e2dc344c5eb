import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Bytes that are handled between two pauses; scanning them takes about a millisecond. */
const bytesPerTurn = 1024 * 1024

/** Interrupts the work on a large body regularly, so that other requests are served in between. */
export class Pace {
  #bytes = 0

  /** Counts work and yields to the event loop after `bytesPerTurn`. `cost`: time for a byte, relative to a scan. */
  async spend(bytes: number, cost = 1): Promise<void> {
    this.#bytes += bytes * cost
    if (this.#bytes < bytesPerTurn) return
    this.#bytes = 0
    await yieldToEventLoop()
  }
}
