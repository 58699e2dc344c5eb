interface MinimumRateOptions {
  /** Milliseconds before the rate applies. */
  graceMs: number
  /** This many bytes extend the allowed time by one second. */
  bytesPerSecond: number
}

/** A watched transfer. Its owner adds the transferred bytes to `bytes`. */
export interface WatchedTransfer {
  bytes: number
}

type Watched = WatchedTransfer & { startedAt: number; onTooSlow: () => void }

/** Milliseconds between two checks of all transfers. */
const checkEveryMs = 1_000

/** Reports transfers that are too slow. One timer serves all transfers, so that a fast one costs almost nothing. */
export class MinimumRate {
  readonly #options: MinimumRateOptions
  readonly #watched = new Set<Watched>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: MinimumRateOptions) {
    this.#options = options
  }

  /** Calls `onTooSlow` once if the transfer falls below the rate before `unwatch`. */
  watch(onTooSlow: () => void): WatchedTransfer {
    const transfer: Watched = { bytes: 0, startedAt: performance.now(), onTooSlow }
    this.#watched.add(transfer)
    this.#timer ??= setInterval(() => this.#check(), Math.min(checkEveryMs, this.#options.graceMs / 2)).unref()
    return transfer
  }

  unwatch(transfer: WatchedTransfer): void {
    this.#watched.delete(transfer as Watched)
  }

  #check(): void {
    const now = performance.now()
    const { graceMs, bytesPerSecond } = this.#options
    for (const transfer of this.#watched) {
      if (now - transfer.startedAt <= graceMs + (transfer.bytes / bytesPerSecond) * 1_000) continue
      this.#watched.delete(transfer)
      transfer.onTooSlow()
    }
    if (this.#watched.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
