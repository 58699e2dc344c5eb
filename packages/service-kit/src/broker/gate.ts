import { type Backoff, backoffMs } from '../loop/backoff.ts'

/** `go`: try. `late`: the wait was too long. `ended`: the subscription has stopped. */
export type Passage = 'go' | 'late' | 'ended'

export type Gate = ReturnType<typeof createGate>

const defaultBackoff: Backoff = { firstMs: 200, longestMs: 5_000 }

/**
 * Holds handlers back while a dependency is unavailable. After a failure the gate is closed for a pause that grows with each failure, then one
 * handler may try. When it succeeds, all may pass. Waiting handlers take turns, so that the attempts are spread over the messages.
 */
export function createGate(backoff: Backoff = defaultBackoff) {
  const waiting = new Set<(passage: Passage) => void>()
  /** `one`: the pause is over and no handler waited, so the next one may try. */
  let state: 'open' | 'closed' | 'one' = 'open'
  let failures = 0
  let ended = false
  let timer: NodeJS.Timeout | undefined

  const settle = (passage: Passage, count = Number.POSITIVE_INFINITY) => {
    for (const resolve of [...waiting].slice(0, count)) {
      waiting.delete(resolve)
      resolve(passage)
    }
  }
  const admitOne = () => {
    timer = undefined
    state = waiting.size > 0 ? 'closed' : 'one'
    settle('go', 1)
  }
  return {
    pass: (longestMs: number): Promise<Passage> => {
      if (ended) return Promise.resolve('ended')
      if (state === 'open') return Promise.resolve('go')
      if (state === 'one') {
        state = 'closed'
        return Promise.resolve('go')
      }
      return new Promise((resolve) => {
        const end = (passage: Passage) => {
          clearTimeout(late)
          waiting.delete(end)
          resolve(passage)
        }
        const late = setTimeout(end, longestMs, 'late')
        waiting.add(end)
      })
    },
    /** A handler that passed succeeded. */
    succeeded: () => {
      if (state === 'open') return
      clearTimeout(timer)
      timer = undefined
      state = 'open'
      failures = 0
      settle('go')
    },
    /** A handler that passed found a dependency unavailable. */
    failed: () => {
      // Handlers that were running at the same time fail together; that is one failure.
      if (ended || timer) return
      state = 'closed'
      timer = setTimeout(admitOne, backoffMs(failures++, backoff))
    },
    /** Ends all waits. */
    end: () => {
      ended = true
      clearTimeout(timer)
      settle('ended')
    },
    get isClosed(): boolean {
      return state !== 'open'
    },
  }
}
