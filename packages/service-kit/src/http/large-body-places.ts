import { ServiceError } from '../errors/service-error.ts'

/** Bodies beyond this many bytes need a place while they are in memory. */
export const largeBodyBytes = 1024 * 1024

export interface LargeBodyLimits {
  /** Large bodies that are in memory at the same time. */
  places: number
  /** Requests that wait for a place: of all owners together, and of one. */
  waiting: number
  waitingPerOwner: number
  /** Longest wait, milliseconds. */
  waitMs: number
}

const usualLimits: LargeBodyLimits = { places: 4, waiting: 64, waitingPerOwner: 8, waitMs: 20_000 }

interface Waiting {
  owner: string
  grant(): void
}

export type LargeBodyPlaces = ReturnType<typeof createLargeBodyPlaces>

/**
 * Bounds the memory that large bodies take together. A request enters before its body is read and leaves when it is answered; until it
 * enters, its body stays with its sender. One owner holds at most half of the places, and a free place goes to the waiting owner that
 * holds the fewest.
 */
export function createLargeBodyPlaces(limits: Partial<LargeBodyLimits> = {}) {
  const { places, waiting, waitingPerOwner, waitMs } = { ...usualLimits, ...limits }
  const placesPerOwner = Math.ceil(places / 2)
  const held = new Map<string, number>()
  const queue: Waiting[] = []
  let free = places

  const heldBy = (owner: string) => held.get(owner) ?? 0

  const take = (owner: string): (() => void) => {
    free--
    held.set(owner, heldBy(owner) + 1)
    return () => {
      free++
      if (heldBy(owner) === 1) held.delete(owner)
      else held.set(owner, heldBy(owner) - 1)
      grantNext()
    }
  }

  const grantNext = () => {
    if (free === 0) return
    const [next] = queue
      .filter(({ owner }) => heldBy(owner) < placesPerOwner)
      .toSorted((a, b) => heldBy(a.owner) - heldBy(b.owner))
    next?.grant()
  }

  const wait = (owner: string, signal: AbortSignal): Promise<() => void> => {
    const ownWaiting = queue.filter((other) => other.owner === owner).length
    if (ownWaiting >= waitingPerOwner || queue.length >= waiting) throw noPlace()
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        queue.splice(queue.indexOf(entry), 1)
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = () => {
        leaveQueue()
        reject(signal.reason)
      }
      const onLate = () => {
        leaveQueue()
        reject(noPlace())
      }
      const entry: Waiting = {
        owner,
        grant() {
          leaveQueue()
          resolve(take(owner))
        },
      }
      const timer = setTimeout(onLate, waitMs)
      signal.addEventListener('abort', onAbort, { once: true })
      queue.push(entry)
    })
  }

  return {
    /** Resolves to the function that frees the place; call it once. Rejects with 503 `part-unavailable`, or the signal's reason. */
    async enter(owner: string, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      return free > 0 && heldBy(owner) < placesPerOwner ? take(owner) : await wait(owner, signal)
    },
  }
}

/** 503 for partners and for our own services alike: these repeat a 503, but take a 429 for a refusal. */
const noPlace = () => new ServiceError('part-unavailable', { headers: { 'Retry-After': '5' } })
