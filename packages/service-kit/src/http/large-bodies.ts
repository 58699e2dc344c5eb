import { FairSemaphore } from '../share/fair-semaphore.ts'

/** Bodies beyond this many bytes are read by turns, one of an owner at a time. */
const turnBytes = 4 * 1024
/** Bodies beyond this many bytes need a place while they are in memory. */
const placeBytes = 1024 * 1024

/** Milliseconds for which a request waits for a place or a turn. */
const waitMs = 20_000
/** A reading may have waited for a sender that lost its connection, so the pause after it is bounded. */
const turns = { capacity: 4, perOwner: 1, mostWaiting: 256, waitMs, longestPauseMs: 1_000 }

/**
 * Bounds the memory and the processor time that large bodies take. A request takes a place before its body is read and returns it when the
 * request is answered; one owner holds at most half of the places. Bodies of one owner are read one after another, with a pause as long as the
 * reading after each, so they take at most half of the process's time. A body that waits stays with its
 * sender, which must have all of it: the gateway receives a body before it passes it on.
 */
export class LargeBodies {
  readonly #places: FairSemaphore
  readonly #turns = new FairSemaphore(turns)

  /** `places`: bodies of more than 1 MiB that are in memory at the same time. `mostWaiting`: requests that may wait for a place. */
  constructor({ places = 4, mostWaiting = 64 } = {}) {
    this.#places = new FairSemaphore({ capacity: places, perOwner: Math.ceil(places / 2), mostWaiting, waitMs })
  }

  /** Rejects with DependencyUnavailableError when there was no place or turn in time, or with the reason of the signal when that ends the wait. */
  async run<Content, Result>(
    { owner, bytes, signal }: { owner: string; bytes: number; signal: AbortSignal },
    { read, handle }: { read(): Promise<Content>; handle(content: Content): Promise<Result> },
  ): Promise<Result> {
    const readInTurn = () => this.#turns.run(owner, read, { signal })
    const readAndHandle = async () => await handle(await readInTurn())
    return bytes > placeBytes ? await this.#places.run(owner, readAndHandle, { signal }) : await readAndHandle()
  }
}

/** Whether a body of so many bytes must go through `LargeBodies`. */
export const isLargeBody = (bytes: number): boolean => bytes > turnBytes
