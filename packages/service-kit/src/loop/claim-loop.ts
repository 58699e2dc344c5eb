import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isOutage } from '../errors/outage.ts'
import type { Component } from '../lifecycle/component.ts'
import { type Backoff, backoffMs } from './backoff.ts'

export interface ClaimLoopOptions {
  name: string
  /** Longest wait between two runs that found no work, in milliseconds; `wake` ends it. */
  pollMs: number
  /**
   * Claims and handles one batch; returns how many it handled. After more than 0 the next run follows immediately. `stopping` aborts when the
   * loop stops. A long run calls `onSuccess` as soon as it works, which resets the backoff.
   */
  run: (stopping: AbortSignal, onSuccess: () => void) => Promise<number>
  /** Pauses after failed runs; up to 5 s by default. */
  backoff?: Backoff
  log: Logger
}

export interface ClaimLoop extends Component {
  /**
   * Resolves after the first run, at the latest after `firstRunMs`, so that loops that start one after the other share a connection of the
   * database.
   */
  start(): Promise<void>
  /** Ends the loop after its current run, without waiting for it. */
  retire(): void
  stop(): Promise<void>
  /** Runs now, or once more when a run is under way. */
  wake(): void
}

/** One of several loops that claim from the same table. */
export interface WorkerLoop extends ClaimLoop {
  /** Whether it has found no work and waits for the next poll. */
  isWaiting(): boolean
}

/** How long the start waits for the first run, milliseconds. */
const firstRunMs = 20

/** Handles the rows that wait in a table, batch by batch. A failed run does not end the loop: it pauses and goes on. */
export function claimLoop({ name, pollMs, run, backoff = defaultBackoff(pollMs), log }: ClaimLoopOptions): WorkerLoop {
  const ending = new AbortController()
  let woken = false
  let isWaiting = false
  let endPause: () => void = () => undefined
  let running: Promise<void> | undefined
  const firstRun = Promise.withResolvers<void>()
  let failures = 0

  const wake = () => {
    woken = true
    if (isWaiting) endPause()
    isWaiting = false
  }
  /** Waits for `ms`, less when stopped, or when woken unless the pause follows a failure. */
  const pause = async (ms: number, { despiteWake }: { despiteWake: boolean }) => {
    if (ending.signal.aborted || (woken && !despiteWake)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    isWaiting = !despiteWake
    endPause = resolve
    const timer = setTimeout(resolve, ms)
    await promise
    clearTimeout(timer)
    isWaiting = false
  }

  const onSuccess = () => {
    if (failures > 0) log.info({ loop: name }, 'loop recovered')
    failures = 0
  }
  const loop = async () => {
    while (!ending.signal.aborted) {
      woken = false
      try {
        const handled = await run(ending.signal, onSuccess).finally(firstRun.resolve)
        onSuccess()
        if (handled === 0) await pause(pollMs, { despiteWake: false })
      } catch (error) {
        if (ending.signal.aborted) return
        report(error)
        await pause(backoffMs(failures++, backoff), { despiteWake: true })
      }
    }
  }
  /** Logs an outage once, when it begins: a repeated line would fill the log while a database is unavailable. */
  const report = (error: unknown) => {
    if (!isOutage(error)) log.error({ loop: name, err: error }, 'loop failed')
    else if (failures === 0) log.warn({ loop: name, err: error }, 'loop paused: dependency unavailable')
  }

  const retire = () => {
    ending.abort()
    endPause()
  }
  return {
    name,
    wake,
    isWaiting: () => isWaiting,
    retire,
    start: async () => {
      running ??= loop()
      await Promise.race([firstRun.promise, sleep(firstRunMs, undefined, { ref: false })])
    },
    stop: async () => {
      retire()
      await running
    },
  }
}

const defaultBackoff = (pollMs: number): Backoff => ({ firstMs: 2 * Math.max(pollMs, 50), longestMs: 5_000 })
