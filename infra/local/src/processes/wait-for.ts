import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { UserFacingError } from '../user-facing-error.ts'
import type { Child } from './child.ts'

/** True when something accepts connections at the port. */
export const accepts = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 5_000 })
    const settle = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })

const inspectedCharacters = 16_384
const quotedCharacters = 300

/** The reason in the last fatal line of a service's log. */
function fatalReason(lines: readonly string[]): string | undefined {
  const fatal = lines.findLast((line) => line.startsWith('{"level":"fatal"') && line.endsWith('}'))
  if (!fatal) return undefined
  const { err, msg } = JSON.parse(fatal) as { err?: { message?: string }; msg?: string }
  return err?.message ?? msg
}

/** The last message in a log, and where to read the rest. */
function lastMessage(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').slice(-inspectedCharacters).trim().split('\n') : []
  const last = lines.at(-1)
  const message = last?.startsWith('{') ? fatalReason(lines) : last?.trim()
  return message ? `${message.slice(0, quotedCharacters)} (see ${log})` : `see ${log}`
}

/** Returns what is missing; undefined when the process is ready. */
export type Readiness = () => Promise<string | undefined>

/** Polls until nothing is missing. Fails at once when the process ends or the system stops, and after the deadline otherwise. */
export async function waitFor(child: Child, deadlineMs: number, readiness: Readiness): Promise<void> {
  const { name, log } = child
  const until = Date.now() + deadlineMs
  let missing: string | undefined
  do {
    if (!child.running()) {
      const { code, signal } = await child.exited
      throw new UserFacingError(`${name} ended while starting (${signal ?? `exit code ${code}`}): ${lastMessage(log)}`)
    }
    child.stopping.throwIfAborted()
    missing = await readiness()
    if (missing === undefined) return
    await delay(100)
  } while (Date.now() < until)
  const reason = missing ? `, ${missing}` : ''
  throw new UserFacingError(`${name} was not ready within ${deadlineMs / 1000} s${reason}: see ${log}`)
}
