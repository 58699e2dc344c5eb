import { addAbortListener } from 'node:events'

/** The result of the work; rejects as soon as the signal aborts, without waiting for work that cannot be aborted. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  using _listening = addAbortListener(signal, () => reject(signal.reason))
  return await Promise.race([work, aborted])
}
