import { AsyncLocalStorage } from 'node:async_hooks'

/** Longest time that a wave holds up the next one, milliseconds: several times that of a usual wave under load, so that waves stay large. */
export const longestWaveMs = 250

/** Runs the work in a wave with other calls; returns and throws what the work does. */
type WaveBatcher = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs work with several batched steps in waves, so that each step loads the keys of the whole wave at once (see `batched`). A call during a
 * wave joins the next one; a single call starts immediately. The next wave starts as soon as one call of the current wave is done, so that no call
 * waits for the slowest, or after `longestWaveMs`, since all calls of a wave may wait for a lock or for another service. Each call keeps its own
 * context (request id, trace).
 */
export function createWaveBatcher(): WaveBatcher {
  const waiting: (() => Promise<unknown>)[] = []
  let isRunning = false

  const startWave = () => {
    const wave = waiting.splice(0)
    isRunning = wave.length > 0
    if (!isRunning) return
    const { promise: hasTakenLong, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, longestWaveMs).unref()
    const startNext = () => {
      clearTimeout(timer)
      startWave()
    }
    void Promise.race([hasTakenLong, ...wave.map((begin) => begin())]).then(startNext, startNext)
  }

  return (work) =>
    new Promise((resolve) => {
      const begin = AsyncLocalStorage.bind(() => {
        const result = (async () => work())()
        resolve(result)
        return result
      })
      waiting.push(begin)
      if (!isRunning) startWave()
    })
}
