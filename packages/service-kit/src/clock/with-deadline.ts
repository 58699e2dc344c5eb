/** Rejects when the work takes longer. The signal then aborts, for work that can be interrupted. */
export async function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>, deadlineMs: number): Promise<T> {
  const signal = AbortSignal.timeout(deadlineMs)
  const { promise: expired, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(new Error(`no answer within ${deadlineMs} ms`)))
  return await Promise.race([work(signal), expired])
}
