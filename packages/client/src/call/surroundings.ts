/** Time and chance, as calls need them; tests bring their own. */
export interface Surroundings {
  /** Epoch milliseconds. */
  now(): number
  /** 0 to 1. */
  random(): number
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted before. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>
}

export const realSurroundings: Surroundings = {
  now: () => Date.now(),
  random: () => Math.random(),
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const end = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end)
        resolve()
      }, ms)
      signal?.addEventListener('abort', end, { once: true })
    }),
}
