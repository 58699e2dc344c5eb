export interface ShareLimits {
  /** Requests under way at the service at once. */
  connections: number
  /** How many of them one owner may have. */
  perOwner: number
  /** Requests that may wait for a connection. */
  mostWaiting: number
  /** Milliseconds that one of them waits at most. */
  waitMs: number
}

/** No connection to the service became free for a request. */
export class NoShareError extends Error {
  override readonly name = 'NoShareError'
}

export interface Waiting {
  /** Fulfilled when the request holds its connection; rejects with NoShareError. */
  granted: Promise<void>
  /** Gives up; `granted` rejects. Without effect once it is settled. */
  cancel(): void
}

interface Waiter {
  grant(): void
  fail(reason: string): void
}

/**
 * Shares the connections to one service between owners (accounts, network addresses). The next free connection goes to the waiting owner
 * that holds the fewest, among equals to the one that was served longest ago. Each owner is served in the order of its requests.
 * When too many wait, the newest request of the owner with the most waiting requests is refused: a flood displaces only itself.
 */
export class UpstreamShares {
  readonly #limits: ShareLimits
  readonly #held = new Map<string, number>()
  /** Waiting requests by owner, the owner that was served longest ago first. */
  readonly #queues = new Map<string, Set<Waiter>>()
  #free: number
  #waiting = 0

  constructor(limits: ShareLimits) {
    this.#limits = limits
    this.#free = limits.connections
  }

  /** Takes a connection if one is free for the owner. */
  take(owner: string): boolean {
    const held = this.#held.get(owner) ?? 0
    if (this.#free === 0 || held >= this.#limits.perOwner) return false
    this.#free--
    this.#held.set(owner, held + 1)
    return true
  }

  /** Waits for a connection; for owners whom `take` refused. */
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
    const timer = setTimeout(() => waiter.fail('no connection became free in time'), this.#limits.waitMs)
    this.#join(owner, waiter)
    if (this.#waiting > this.#limits.mostWaiting) this.#newestOfLongestQueue()?.fail('too many requests wait')
    return { granted, cancel: () => waiter.fail('the request was cancelled') }
  }

  /** Returns a connection and passes it to the next owner. */
  give(owner: string): void {
    const held = (this.#held.get(owner) ?? 0) - 1
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
    this.#free++
    const next = this.#nextOwner()
    if (next === undefined || !this.take(next)) return
    const queue = this.#queues.get(next) ?? new Set()
    const [first] = queue
    first?.grant()
    // The owner goes behind the others that hold as many.
    if (queue.size === 0) return
    this.#queues.delete(next)
    this.#queues.set(next, queue)
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
