import { DependencyUnavailableError } from '../errors/outage.ts'

/** Amounts are in units of the caller: connections, threads, bytes. */
export interface ShareLimits {
  /** Most that all owners hold together. */
  capacity: number
  /** Additional amount for owners that hold nothing yet, so that no single owner can make the others wait. */
  reserved?: number
  /** Most that one owner may hold; absent: the capacity. */
  perOwner?: number
  /** Most waiting requests; absent: unlimited. */
  mostWaiting?: number
  /** Longest wait, milliseconds; absent: unlimited. */
  waitMs?: number
  /**
   * After the work of `run`, its share stays taken for as long as the work took, but no longer than this, milliseconds. So one owner uses at most
   * half of the time of its share. Absent: no pause. If the work reports its processor time, only that counts.
   */
  longestPauseMs?: number
}

export interface Waiting {
  /** Fulfilled when the share is held; rejects when no share became free in time, or too many requests wait: the caller gets 503. */
  granted: Promise<void>
  /** Ends the wait; `granted` rejects. No effect after it is settled. */
  cancel(): void
}

interface Waiter {
  owner: string
  weight: number
  grant(): void
  fail(reason: string): void
}

type RunOptions = { weight?: number; signal?: AbortSignal | undefined }

/**
 * Shares a limited amount (connections, threads, memory) between owners (accounts, network addresses). A free share goes to the waiting
 * owner with the smallest share; among equals, to the one served longest ago. Requests of one owner are served in order, and no light
 * request overtakes a heavy one. When too many wait, the newest request of the owner with the most waiting requests is rejected, so a
 * flood displaces only itself.
 */
export class FairSemaphore {
  readonly #limits: Required<ShareLimits>
  readonly #held = new Map<string, number>()
  /** Waiting requests by owner; the owner that was served longest ago comes first. */
  readonly #queues = new Map<string, Set<Waiter>>()
  #used = 0
  #waiting = 0

  constructor(limits: ShareLimits) {
    const none = Number.POSITIVE_INFINITY
    this.#limits = { reserved: 0, perOwner: none, mostWaiting: none, waitMs: none, longestPauseMs: 0, ...limits }
  }

  /**
   * Takes a share if it is free and no owner with an equal or smaller share is waiting. Throws a RangeError for a weight above the
   * capacity.
   */
  take(owner: string, weight = 1): boolean {
    const { capacity } = this.#limits
    if (weight > capacity) throw new RangeError(`a weight of ${weight} is above the capacity of ${capacity}`)
    if (!this.#fits(owner, weight) || this.#isOvertaking(owner)) return false
    this.#change(owner, weight)
    return true
  }

  /** Waits for a share after `take` returned false. */
  wait(owner: string, weight = 1): Waiting {
    const { promise: granted, resolve, reject } = Promise.withResolvers<void>()
    const { waitMs, mostWaiting } = this.#limits
    const leave = () => {
      clearTimeout(timer)
      return this.#leave(waiter)
    }
    const waiter: Waiter = {
      owner,
      weight,
      grant: () => {
        leave()
        this.#change(owner, weight)
        resolve()
      },
      fail: (reason) => {
        if (!leave()) return
        reject(new DependencyUnavailableError(reason))
        this.#admit()
      },
    }
    const timer = Number.isFinite(waitMs)
      ? setTimeout(() => waiter.fail('no share became free in time'), waitMs)
      : undefined
    this.#join(waiter)
    if (this.#waiting > mostWaiting) this.#newestOfLongestQueue()?.fail('too many requests wait')
    return { granted, cancel: () => waiter.fail('the wait was cancelled') }
  }

  /** Returns a share and passes it on. */
  give(owner: string, weight = 1): void {
    this.#change(owner, -weight)
    this.#moveBehind(owner)
    this.#admit()
  }

  /**
   * Holds a share during the work, which may report its processor time, milliseconds. Rejects with DependencyUnavailableError when it
   * gets none, or with the reason of the signal when it aborts the wait.
   */
  async run<T>(owner: string, work: (took: (ms: number) => void) => Promise<T>, options: RunOptions = {}): Promise<T> {
    await this.#enter(owner, options)
    const begun = performance.now()
    let tookMs: number | undefined
    try {
      return await work((ms) => {
        tookMs = ms
      })
    } finally {
      const pauseMs = Math.min(tookMs ?? performance.now() - begun, this.#limits.longestPauseMs)
      const give = () => this.give(owner, options.weight)
      if (pauseMs > 0) setTimeout(give, pauseMs).unref()
      else give()
    }
  }

  async #enter(owner: string, { weight = 1, signal }: RunOptions): Promise<void> {
    if (this.take(owner, weight)) return
    const waiting = this.wait(owner, weight)
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

  #heldBy(owner: string): number {
    return this.#held.get(owner) ?? 0
  }

  #change(owner: string, amount: number): void {
    this.#used += amount
    const held = this.#heldBy(owner) + amount
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
  }

  #isWithinPart(owner: string, weight: number): boolean {
    return this.#heldBy(owner) + weight <= this.#limits.perOwner
  }

  #fits(owner: string, weight: number): boolean {
    const { capacity, reserved } = this.#limits
    const most = this.#heldBy(owner) === 0 ? capacity + reserved : capacity
    return this.#used + weight <= most && this.#isWithinPart(owner, weight)
  }

  #isOvertaking(owner: string): boolean {
    const next = this.#next()
    return next !== undefined && this.#heldBy(next.owner) <= this.#heldBy(owner)
  }

  #admit(): void {
    for (let next = this.#next(); next !== undefined && this.#fits(next.owner, next.weight); next = this.#next()) {
      next.grant()
    }
  }

  /** The next request to serve, whether or not it fits now. Owners that hold their maximum do not block others. */
  #next(): Waiter | undefined {
    let next: Waiter | undefined
    for (const [first] of this.#queues.values()) {
      if (first === undefined || !this.#isWithinPart(first.owner, first.weight)) continue
      if (next === undefined || this.#heldBy(first.owner) < this.#heldBy(next.owner)) next = first
    }
    return next
  }

  #join(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.owner)
    if (queue) queue.add(waiter)
    else this.#queues.set(waiter.owner, new Set([waiter]))
    this.#waiting++
  }

  /** Whether the waiter was still waiting. */
  #leave(waiter: Waiter): boolean {
    const queue = this.#queues.get(waiter.owner)
    if (!queue?.delete(waiter)) return false
    this.#waiting--
    if (queue.size === 0) this.#queues.delete(waiter.owner)
    return true
  }

  /** The owner was just served, so owners with an equal share come first. */
  #moveBehind(owner: string): void {
    const queue = this.#queues.get(owner)
    if (queue === undefined) return
    this.#queues.delete(owner)
    this.#queues.set(owner, queue)
  }

  #newestOfLongestQueue(): Waiter | undefined {
    let longest = new Set<Waiter>()
    for (const queue of this.#queues.values()) if (queue.size >= longest.size) longest = queue
    return [...longest].at(-1)
  }
}
