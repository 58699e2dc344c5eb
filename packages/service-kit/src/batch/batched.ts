import { AsyncLocalStorage } from 'node:async_hooks'
import { isOutage } from '../errors/outage.ts'

/** After this time a load is slow, milliseconds: its statement may wait for a lock. */
export const slowMs = 250

export interface Batching<Key, Value> {
  /** Returns a result for each key, in their order; an `Error` is the result of one key. A thrown error concerns all keys. */
  load(keys: readonly Key[]): Promise<readonly (Value | Error)[]>
  /** Most keys of one load (16). When this many wait, a load starts beside the running ones. With fewer, it starts when all running ones are slow. */
  largest?: number
  /** Most concurrent loads (4). */
  atOnce?: number
  /** Pause after each load before the next one may start, milliseconds (0): at most `atOnce` loads start in any `pauseMs`. */
  pauseMs?: number
}

interface Member<Key, Value> {
  key: Key
  /** The batch failed and the faulty key is unknown: load this key alone. */
  alone: boolean
  resolve(value: Value): void
  reject(error: unknown): void
  /** Runs work in the context (request id, trace) of the call. */
  inContext: <T>(work: () => T) => T
}

/**
 * Combines the calls of one turn of the event loop, and those made while a load runs, into one load. An idle service starts a load at the end of
 * the turn. Otherwise calls wait for the next load, which starts when a load ends or when it is full. A call never joins a load that started
 * before it, so its result is never older than the call. A load runs in the context of its first call.
 *
 * When a load of several keys throws, each key is loaded alone, so that one faulty key fails only its own call. An outage fails all calls
 * immediately.
 */
export function batched<Key, Value>({
  load,
  largest = 16,
  atOnce = 4,
  pauseMs = 0,
}: Batching<Key, Value>): (key: Key) => Promise<Value> {
  /** Keys that are loaded alone come first. */
  const waiting: Member<Key, Value>[] = []
  let running = 0
  let slow = 0
  let isTurnEnding = false

  const isDue = (first: Member<Key, Value>) =>
    running < atOnce && (running === slow || first.alone || waiting.length >= largest)

  const startLoads = () => {
    for (let first = waiting[0]; first !== undefined && isDue(first); first = waiting[0]) {
      const members = waiting.splice(0, first.alone ? 1 : largest)
      running++
      const endWatch = watchForSlowness()
      void first
        .inContext(() => settle(members))
        .finally(() => {
          endWatch()
          if (pauseMs === 0) endLoad()
          else setTimeout(endLoad, pauseMs)
        })
    }
  }

  /** Counts a load that has begun among the slow ones after `slowMs`, until the returned function is called. */
  const watchForSlowness = () => {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      slow++
      startLoads()
    }, slowMs).unref()
    return () => {
      clearTimeout(timer)
      if (isSlow) slow--
    }
  }

  const endLoad = () => {
    running--
    startLoads()
  }

  /** Calls of one turn share a load, so that calls with responses from one load also share the next one. */
  const startAtEndOfTurn = () => {
    if (isTurnEnding) return
    isTurnEnding = true
    // A microtask first: without it the next tick would run before the reactions of promises that are already settled.
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
