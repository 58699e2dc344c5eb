/** `go`: try. `late`: the wait was too long. `ended`: the subscription stops. */
export type Passage = 'go' | 'late' | 'ended'

/**
 * Holds handlers back while something they need is away. After a failure it stays shut for a while, longer each time, then lets a
 * single one through: when that one succeeds, all may pass. Those who wait take turns, so that one message cannot be the only one tried.
 */
export interface Gate {
  pass(longestMs: number): Promise<Passage>
  /** Tells what became of one who passed. */
  succeeded(): void
  failed(): void
  /** Sends away all who wait. */
  end(): void
  readonly shut: boolean
}

export interface GateOptions {
  firstPauseMs?: number
  longestPauseMs?: number
}

export function createGate({ firstPauseMs = 200, longestPauseMs = 5_000 }: GateOptions = {}): Gate {
  const waiting = new Set<(passage: Passage) => void>()
  let state: 'open' | 'shut' | 'one' = 'open'
  let failures = 0
  let ended = false
  let timer: NodeJS.Timeout | undefined

  const dismiss = (passage: Passage, count = Number.POSITIVE_INFINITY) => {
    for (const resolve of [...waiting].slice(0, count)) {
      waiting.delete(resolve)
      resolve(passage)
    }
  }
  const admitOne = () => {
    timer = undefined
    state = waiting.size > 0 ? 'shut' : 'one'
    dismiss('go', 1)
  }
  return {
    pass: (longestMs) => {
      if (ended) return Promise.resolve('ended')
      if (state === 'open') return Promise.resolve('go')
      if (state === 'one') {
        state = 'shut'
        return Promise.resolve('go')
      }
      return new Promise((resolve) => {
        const settle = (passage: Passage) => {
          clearTimeout(late)
          waiting.delete(settle)
          resolve(passage)
        }
        const late = setTimeout(settle, longestMs, 'late')
        waiting.add(settle)
      })
    },
    succeeded: () => {
      if (state === 'open') return
      clearTimeout(timer)
      timer = undefined
      state = 'open'
      failures = 0
      dismiss('go')
    },
    failed: () => {
      // All who were under way fail together; that is one failure.
      if (ended || timer) return
      state = 'shut'
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures++, 16))
      timer = setTimeout(admitOne, pause * (0.7 + Math.random() * 0.3))
    },
    end: () => {
      ended = true
      clearTimeout(timer)
      dismiss('ended')
    },
    get shut() {
      return state !== 'open'
    },
  }
}
