/** The clock, random numbers and pauses of calls; tests replace them. */
export interface Timing {
  /** Epoch milliseconds. */
  now(): number
  /** 0 to 1. */
  random(): number
  /** Resolves after so many milliseconds; rejects with the signal's reason when it aborts first. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
}
