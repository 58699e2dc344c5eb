import { setTimeout as delay } from 'node:timers/promises'
import type { Report } from '../report.ts'
import { oneLineMessage } from '../user-facing-error.ts'
import type { Running } from './server.ts'

export interface Supervised {
  /** Undefined between the end of one process and the start of the next. */
  pid(): number | undefined
  stop(): Promise<void>
}

export interface SuperviseOptions {
  name: string
  start: () => Promise<Running>
  report: Report
  /** Called when a new process has replaced the previous one. */
  onChange: () => void
  firstDelayMs?: number
}

const maxDelayMs = 30_000
/** After this uptime the restart backoff resets. */
const settledAfterMs = 30_000

/**
 * Starts a process and restarts it with exponential backoff when it ends without being asked to. Does not repeat the first
 * start: a person must fix what is wrong then.
 */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const { name, start, report, onChange, firstDelayMs = 500 } = options
  const stopping = new AbortController()
  let running: Running | undefined = await start()

  const watch = async (): Promise<void> => {
    let delayMs = firstDelayMs
    let startedAt = Date.now()
    while (running && !stopping.signal.aborted) {
      const ended = running
      const { code, signal } = await ended.child.exited
      if (stopping.signal.aborted) return
      running = undefined
      await ended.stop()
      if (Date.now() - startedAt > settledAfterMs) delayMs = firstDelayMs
      report(
        `${name} ended (${signal ?? `exit code ${code}`}), restarting it in ${delayMs / 1000} s: see ${ended.child.log}`,
      )
      while (!running && !stopping.signal.aborted) {
        await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
        if (stopping.signal.aborted) return
        delayMs = Math.min(delayMs * 2, maxDelayMs)
        running = await start().catch((error: unknown) => {
          report(`${name} can't be started, trying again in ${delayMs / 1000} s: ${oneLineMessage(error)}`)
          return undefined
        })
      }
      startedAt = Date.now()
      if (running && !stopping.signal.aborted) report(`${name} runs again`)
      onChange()
    }
  }
  const watching = watch()
  return {
    pid: () => running?.child.pid,
    async stop() {
      stopping.abort()
      await running?.stop()
      await watching
      // A start that was in progress during the stop may have produced a new process.
      await running?.stop()
    },
  }
}
