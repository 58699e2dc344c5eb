import { FairSemaphore } from '../share/fair-semaphore.ts'

/** Larger bodies are read one at a time for each owner. Bytes. */
const turnBytes = 4 * 1024
/** Larger bodies need a place while they are in memory. Bytes. */
const placeBytes = 1024 * 1024

/** Longest wait for a place or a turn, milliseconds. */
const waitMs = 20_000
/** The pause is bounded: a read may have waited for a sender that lost its connection. */
const turns = { capacity: 4, perOwner: 1, mostWaiting: 256, waitMs, longestPauseMs: 1_000 }

/**
 * Limits the memory and CPU time of large bodies. A request takes a place before its body is read and returns it after the response;
 * one owner holds at most half of the places. Bodies of one owner are read one after another. After each read follows a pause of the
 * same length, so that an owner uses at most half of the CPU time. While a body waits, its sender must hold all of it: the gateway
 * receives a body completely before it forwards it.
 */
export class LargeBodies {
  readonly #places: FairSemaphore
  readonly #turns = new FairSemaphore(turns)

  /** `places`: bodies of more than 1 MiB that are in memory at the same time. `mostWaiting`: requests that may wait for a place. */
  constructor({ places = 4, mostWaiting = 64 } = {}) {
    this.#places = new FairSemaphore({ capacity: places, perOwner: Math.ceil(places / 2), mostWaiting, waitMs })
  }

  /** Rejects with DependencyUnavailableError when the wait takes too long, or with the reason of the signal when it aborts the wait. */
  async run<Content, Result>(
    { owner, bytes, signal }: { owner: string; bytes: number; signal: AbortSignal },
    { read, handle }: { read(): Promise<Content>; handle(content: Content): Promise<Result> },
  ): Promise<Result> {
    const readInTurn = () => this.#turns.run(owner, read, { signal })
    const readAndHandle = async () => await handle(await readInTurn())
    return bytes > placeBytes ? await this.#places.run(owner, readAndHandle, { signal }) : await readAndHandle()
  }
}

/** Whether a body of this many bytes must go through `LargeBodies`. */
export const isLargeBody = (bytes: number): boolean => bytes > turnBytes
