import { ApiError } from '@guidebook/client'

/** Concurrent calls: few, so that the requests of other people are not delayed. */
const atOnce = 4

export interface Outcomes<Item> {
  done: Item[]
  failed: { item: Item; error: unknown }[]
}

interface Options {
  /** Begins no further item after it has aborted. */
  signal: AbortSignal
  onProgress: (settled: number) => void
}

/**
 * Acts on all items, a few at a time. A failure does not stop it, except a 401: the session has ended.
 * Items not begun are in neither list.
 */
export async function actOnAll<Item>(
  items: readonly Item[],
  act: (item: Item) => PromiseLike<unknown>,
  { signal, onProgress }: Options,
): Promise<Outcomes<Item>> {
  const outcomes: Outcomes<Item> = { done: [], failed: [] }
  const { done, failed } = outcomes
  const waiting = items.values()
  let hasSession = true
  const work = async () => {
    for (const item of waiting) {
      if (signal.aborted || !hasSession) return
      try {
        await act(item)
        done.push(item)
      } catch (error) {
        failed.push({ item, error })
        if (error instanceof ApiError && error.status === 401) hasSession = false
      }
      onProgress(done.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}
