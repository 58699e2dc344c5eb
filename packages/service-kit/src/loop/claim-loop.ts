import type { Logger } from 'pino'
import { isOutage } from '../errors/outage.ts'
import type { Component } from '../lifecycle/component.ts'

export interface ClaimLoopOptions {
  name: string
  /** Longest wait between two looks, in milliseconds; `wake` shortens it. */
  pollMs: number
  /** Claims and handles one batch; answers how many it handled. More than 0: looked again at once. `signal` ends with the loop. */
  run: (signal: AbortSignal) => Promise<number>
  log: Logger
}

export interface ClaimLoop extends Component {
  start(): Promise<void>
  stop(): Promise<void>
  /** Something may be there: look now (or once more, when it is looking already). */
  wake(): void
}

const longestPauseMs = 5_000

/** Works off what waits in a table, batch by batch. Errors don't end it: it pauses, longer each time up to 5 s, and goes on. */
export function claimLoop({ name, pollMs, run, log }: ClaimLoopOptions): ClaimLoop {
  const ending = new AbortController()
  let woken = false
  let wakeUp: (() => void) | undefined
  let running: Promise<void> | undefined

  const wake = () => {
    woken = true
    wakeUp?.()
  }
  /** Waits for `ms`, less when woken (unless the pause is one after an error) or stopped. */
  const pause = (ms: number, { despiteWake }: { despiteWake: boolean }) =>
    new Promise<void>((resolve) => {
      if (ending.signal.aborted || (woken && !despiteWake)) return resolve()
      const done = () => {
        clearTimeout(timer)
        ending.signal.removeEventListener('abort', done)
        wakeUp = undefined
        resolve()
      }
      const timer = setTimeout(done, ms)
      ending.signal.addEventListener('abort', done)
      if (!despiteWake) wakeUp = done
    })

  const loop = async () => {
    let failures = 0
    while (!ending.signal.aborted) {
      woken = false
      try {
        const handled = await run(ending.signal)
        if (failures > 0) log.info({ loop: name }, 'loop works again')
        failures = 0
        if (handled === 0) await pause(pollMs, { despiteWake: false })
      } catch (error) {
        if (ending.signal.aborted) return
        report(error, failures++)
        const longest = Math.min(longestPauseMs, Math.max(pollMs, 50) * 2 ** Math.min(failures, 16))
        await pause(longest * (0.5 + Math.random() / 2), { despiteWake: true })
      }
    }
  }
  /** An outage is said once, when it begins: the loop would else fill the log while a database is away. */
  const report = (error: unknown, failuresBefore: number) => {
    if (!isOutage(error)) log.error({ loop: name, err: error }, 'loop failed')
    else if (failuresBefore === 0) log.warn({ loop: name, err: error }, 'loop waits: something it needs is away')
  }

  return {
    name,
    wake,
    start: async () => {
      running ??= loop()
    },
    stop: async () => {
      ending.abort()
      await running
    },
  }
}
