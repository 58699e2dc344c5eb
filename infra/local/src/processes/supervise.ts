import { setTimeout as delay } from 'node:timers/promises'
import { inOneLine } from '../fault.ts'
import type { Say } from '../say.ts'
import type { Child } from './child.ts'

/** Something that runs in processes of its own: a server, a service. */
export interface Running {
  child: Child
  stop(): Promise<void>
}

export interface Supervised {
  name: string
  log: string
  /** The process now running; undefined between its end and the next start. */
  pid(): number | undefined
  stop(): Promise<void>
}

export interface SuperviseOptions {
  name: string
  log: string
  start: () => Promise<Running>
  tell: Say
  /** Called when the process is another one than before. */
  onChange: () => void
  firstDelayMs?: number
}

const longestDelayMs = 30_000
/** Who ran for so long has recovered: the next end of it is a new story, and the first delay applies again. */
const settledAfterMs = 30_000

/**
 * Starts it, and starts it again when it ends without having been asked to: at once nearly, then at doubling distances. The first
 * start is not repeated, since what is wrong then is for a person to mend.
 */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const { name, log, start, tell, onChange, firstDelayMs = 500 } = options
  const stopping = new AbortController()
  let running: Running | undefined = await start()

  const watch = async (): Promise<void> => {
    let pause = firstDelayMs
    let startedAt = Date.now()
    while (running && !stopping.signal.aborted) {
      const { code, signal } = await running.child.exited
      if (stopping.signal.aborted) return
      const ended = running
      running = undefined
      await ended.stop()
      if (Date.now() - startedAt > settledAfterMs) pause = firstDelayMs
      tell(`${name} ended (${signal ?? `exit code ${code}`}), starting it again in ${pause / 1000} s: see ${log}`)
      while (!running && !stopping.signal.aborted) {
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
        if (stopping.signal.aborted) return
        pause = Math.min(pause * 2, longestDelayMs)
        running = await start().catch((error: unknown) => {
          tell(`${name} can't be started, trying again in ${pause / 1000} s: ${inOneLine(error)}`)
          return undefined
        })
      }
      startedAt = Date.now()
      if (running && !stopping.signal.aborted) tell(`${name} runs again`)
      onChange()
    }
  }
  const watching = watch()
  return {
    name,
    log,
    pid: () => running?.child.pid,
    async stop() {
      stopping.abort()
      await running?.stop()
      await watching
      // A start that was under way when the stop came has put a new one in place.
      await running?.stop()
    },
  }
}
