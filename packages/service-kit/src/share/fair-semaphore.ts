export interface ShareLimits {
  /** Places that all owners hold together. */
  places: number
  /** How many of them one owner may hold. */
  perOwner: number
  /** How many may wait for a place. */
  mostWaiting: number
  /** Milliseconds that one waits at most. */
  waitMs: number
}

/** No place became free in time, or too many wait for one. */
export class NoShareError extends Error {
  override readonly name = 'NoShareError'
  /** The caller gets 503 and may repeat the request. */
  readonly code = 'part-unavailable'
}

export interface Waiting {
  /** Fulfilled when the place is held; rejects with NoShareError. */
  granted: Promise<void>
  /** Gives up; `granted` rejects. Without effect once it is settled. */
  cancel(): void
}

interface Waiter {
  grant(): void
  fail(reason: string): void
}

/**
 * Shares places (connections, threads) between owners (accounts, network addresses). The next free place goes to the waiting owner that
 * holds the fewest, among equals to the one that has had none for the longest time. Each owner is served in the order in which it asked.
 * When too many wait, the newest of the owner with the most waiting is refused: a flood displaces only itself.
 */
export class FairSemaphore {
  readonly #limits: ShareLimits
  readonly #held = new Map<string, number>()
  /** Those who wait, by owner; first the owner that has had no place for the longest time. */
  readonly #queues = new Map<string, Set<Waiter>>()
  #free: number
  #waiting = 0

  constructor(limits: ShareLimits) {
    this.#limits = limits
    this.#free = limits.places
  }

  /** Takes a place if one is free for the owner. */
  take(owner: string): boolean {
    const held = this.#held.get(owner) ?? 0
    if (this.#free === 0 || held >= this.#limits.perOwner) return false
    this.#free--
    this.#held.set(owner, held + 1)
    return true
  }

  /** Waits for a place; for owners whom `take` refused. */
  wait(owner: string): Waiting {
    const { promise: granted, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      clearTimeout(timer)
      this.#leave(owner, waiter)
    }
    const waiter: Waiter = {
      grant: () => {
        leave()
        resolve()
      },
      fail: (reason) => {
        leave()
        reject(new NoShareError(reason))
      },
    }
    const timer = setTimeout(() => waiter.fail('no place became free in time'), this.#limits.waitMs)
    this.#join(owner, waiter)
    if (this.#waiting > this.#limits.mostWaiting) this.#newestOfLongestQueue()?.fail('too many wait')
    return { granted, cancel: () => waiter.fail('the wait was cancelled') }
  }

  /** Returns a place and passes it to the next owner. */
  give(owner: string): void {
    const held = (this.#held.get(owner) ?? 0) - 1
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
    this.#free++
    this.#moveBehind(owner)
    const next = this.#nextOwner()
    if (next === undefined || !this.take(next)) return
    const [first] = this.#queues.get(next) ?? []
    first?.grant()
  }

  /** Takes a place, now or later. Rejects with NoShareError when it got none, or with the reason of the signal when that ends the wait. */
  async enter(owner: string, signal?: AbortSignal): Promise<void> {
    if (this.take(owner)) return
    const waiting = this.wait(owner)
    if (signal?.aborted) waiting.cancel()
    signal?.addEventListener('abort', waiting.cancel, { once: true })
    try {
      await waiting.granted
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', waiting.cancel)
    }
  }

  /** Does the work while it holds a place. Rejects as `enter` does. */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(owner, signal)
    try {
      return await work()
    } finally {
      this.give(owner)
    }
  }

  #join(owner: string, waiter: Waiter): void {
    const queue = this.#queues.get(owner)
    if (queue) queue.add(waiter)
    else this.#queues.set(owner, new Set([waiter]))
    this.#waiting++
  }

  #leave(owner: string, waiter: Waiter): void {
    const queue = this.#queues.get(owner)
    if (!queue?.delete(waiter)) return
    this.#waiting--
    if (queue.size === 0) this.#queues.delete(owner)
  }

  /** The owner had a place just now, so others that hold as many come first. */
  #moveBehind(owner: string): void {
    const queue = this.#queues.get(owner)
    if (queue === undefined) return
    this.#queues.delete(owner)
    this.#queues.set(owner, queue)
  }

  #nextOwner(): string | undefined {
    let next: string | undefined
    let fewest = this.#limits.perOwner
    for (const owner of this.#queues.keys()) {
      const held = this.#held.get(owner) ?? 0
      if (held < fewest) [next, fewest] = [owner, held]
    }
    return next
  }

  #newestOfLongestQueue(): Waiter | undefined {
    let longest = new Set<Waiter>()
    for (const queue of this.#queues.values()) if (queue.size >= longest.size) longest = queue
    return [...longest].at(-1)
  }
}
