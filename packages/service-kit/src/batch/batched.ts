import { AsyncLocalStorage } from 'node:async_hooks'
import { isOutage } from '../errors/outage.ts'

export interface Batching<Key, Value> {
  /** Answers a result for each key, in their order; an `Error` is the result of that key alone. What it throws concerns them all. */
  load(keys: readonly Key[]): Promise<readonly (Value | Error)[]>
  /** Most keys of one load (16); as many as wait start one beside those that run. */
  largest?: number
  /** Most loads at one time (4). */
  atOnce?: number
  /** Pause after each load before the next one may take its place, milliseconds (0): at most `atOnce` loads begin in any `pauseMs`. */
  pauseMs?: number
}

interface Member<Key, Value> {
  key: Key
  /** A load of several failed, and nobody knows for whose sake. */
  alone: boolean
  resolve(value: Value): void
  reject(error: unknown): void
  /** Runs work in the context (request id, trace) of the call. */
  inContext: <T>(work: () => T) => T
}

/**
 * Makes one load of the calls that come in one turn of the event loop or while another load runs. When none runs a load starts at the end of
 * the turn, so that an idle service waits for nothing; else calls go into the next one, which begins when a load ends or when it is full.
 * A call never joins a load that began before it: what it is told was so after it asked. A load runs in the context of the first of its
 * calls.
 *
 * When a load of several keys throws, each of them is loaded alone, so that the mistake of one is not the fault of the others; of an outage
 * all are told at once.
 */
export function batched<Key, Value>({
  load,
  largest = 16,
  atOnce = 4,
  pauseMs = 0,
}: Batching<Key, Value>): (key: Key) => Promise<Value> {
  /** Those who are to be loaded alone stand at its beginning. */
  const waiting: Member<Key, Value>[] = []
  let running = 0
  let isTurnEnding = false

  const isDue = (first: Member<Key, Value>) =>
    running === 0 || (running < atOnce && (first.alone || waiting.length >= largest))

  const startLoads = () => {
    for (let first = waiting[0]; first !== undefined && isDue(first); first = waiting[0]) {
      const members = waiting.splice(0, first.alone ? 1 : largest)
      running++
      void first
        .inContext(() => settle(members))
        .finally(() => (pauseMs === 0 ? endLoad() : setTimeout(endLoad, pauseMs)))
    }
  }

  const endLoad = () => {
    running--
    startLoads()
  }

  /** Calls of one turn share a load: those who had their answers from one load go on and ask for the next thing together. */
  const startAtEndOfTurn = () => {
    if (isTurnEnding) return
    isTurnEnding = true
    // By way of a microtask, for without one the next tick comes before the promises that are settled already.
    queueMicrotask(() =>
      process.nextTick(() => {
        isTurnEnding = false
        startLoads()
      }),
    )
  }

  const settle = async (members: readonly Member<Key, Value>[]): Promise<void> => {
    try {
      const results = await load(members.map(({ key }) => key))
      if (results.length !== members.length) throw new TypeError(`${members.length} keys, ${results.length} results`)
      for (const [i, { resolve, reject }] of members.entries()) {
        const result = results[i] as Value | Error
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
    } catch (error) {
      if (members.length > 1 && !isOutage(error))
        waiting.unshift(...members.map((member) => ({ ...member, alone: true })))
      else for (const { reject } of members) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, alone: false, resolve, reject, inContext: AsyncLocalStorage.snapshot() })
      startAtEndOfTurn()
    })
}
