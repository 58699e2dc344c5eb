/** A weighted semaphore that shares its capacity fairly between accounts. Weights are in units of the caller: workers, bytes. */
export interface FairSemaphore {
  /** Runs the work once the account may hold so much. Throws `RangeError` for a weight above the capacity. */
  run<T>(account: string, weight: number, work: () => Promise<T>): Promise<T>
}

export interface FairSemaphoreOptions {
  /** What accounts may hold together. */
  capacity: number
  /** Held in addition, only by accounts that hold nothing yet: no account alone can make the others wait. */
  reserved: number
}

interface Request {
  weight: number
  grant(release: () => void): void
}

/**
 * The next request is that of the account that holds least; among equals, of the account that was served least recently.
 * Requests behind it wait even if they would fit: a large one is never overtaken for ever.
 */
export function createFairSemaphore({ capacity, reserved }: FairSemaphoreOptions): FairSemaphore {
  /** In the order in which the accounts take turns: an account moves to the end when it is served and when it gives back. */
  const waiting = new Map<string, Request[]>()
  const held = new Map<string, number>()
  let total = 0

  const heldBy = (account: string) => held.get(account) ?? 0
  const add = (account: string, weight: number) => {
    total += weight
    const sum = heldBy(account) + weight
    if (sum === 0) held.delete(account)
    else held.set(account, sum)
  }
  const moveToEnd = (account: string, requests: Request[]) => {
    waiting.delete(account)
    if (requests.length > 0) waiting.set(account, requests)
  }
  const nextAccount = () => {
    let next: string | undefined
    for (const account of waiting.keys()) {
      if (next === undefined || heldBy(account) < heldBy(next)) next = account
    }
    return next
  }
  const admit = () => {
    for (let account = nextAccount(); account !== undefined; account = nextAccount()) {
      const [request, ...others] = waiting.get(account) as [Request, ...Request[]]
      const limit = heldBy(account) === 0 ? capacity + reserved : capacity
      if (total + request.weight > limit) return
      moveToEnd(account, others)
      add(account, request.weight)
      request.grant(releaseOf(account, request.weight))
    }
  }
  const releaseOf = (account: string, weight: number) => () => {
    add(account, -weight)
    moveToEnd(account, waiting.get(account) ?? [])
    admit()
  }
  const acquire = (account: string, weight: number) => {
    const { promise, resolve } = Promise.withResolvers<() => void>()
    const requests = waiting.get(account) ?? []
    requests.push({ weight, grant: resolve })
    waiting.set(account, requests)
    admit()
    return promise
  }

  return {
    async run(account, weight, work) {
      if (weight > capacity) throw new RangeError(`a weight of ${weight} is above the capacity of ${capacity}`)
      const release = await acquire(account, weight)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
