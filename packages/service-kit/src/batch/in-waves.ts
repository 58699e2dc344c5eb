import { AsyncLocalStorage } from 'node:async_hooks'

/** Runs work together with what else was asked for meanwhile; answers and throws what the work does. */
export type InWaves = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Lets work that takes several batched steps go through them side by side: what comes while a wave is under way begins with the next one, and
 * the loads of its steps are as large as the wave. Work that comes alone begins at once. The next wave begins as soon as one of a wave
 * is done, so that nobody waits for the slowest of others. Each runs in its own context (request id, trace).
 */
export function inWaves(): InWaves {
  const waiting: (() => Promise<unknown>)[] = []
  let isUnderWay = false

  const beginWave = () => {
    const wave = waiting.splice(0)
    isUnderWay = wave.length > 0
    if (isUnderWay) void Promise.race(wave.map((begin) => begin())).then(beginWave, beginWave)
  }

  return (work) =>
    new Promise((resolve) => {
      const begin = AsyncLocalStorage.bind(() => {
        const result = (async () => work())()
        resolve(result)
        return result
      })
      waiting.push(begin)
      if (!isUnderWay) beginWave()
    })
}
