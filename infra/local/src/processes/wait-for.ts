import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { UserFacingError } from '../user-facing-error.ts'
import type { Child } from './child.ts'

/** True when something accepts connections on 127.0.0.1 at the port. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const settle = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
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

/**
 * Polls until the check holds. Fails at once when the process ends or the system stops, and after the deadline otherwise;
 * `missing` then names what was not ready.
 */
export async function waitFor(
  child: Child,
  log: string,
  deadlineMs: number,
  check: () => Promise<boolean>,
  missing: () => string | undefined = () => undefined,
): Promise<void> {
  const until = Date.now() + deadlineMs
  while (Date.now() < until) {
    if (!child.running()) {
      const { code, signal } = await child.exited
      const end = signal ?? `exit code ${code}`
      throw new UserFacingError(`${child.name} ended while starting (${end}): ${lastMessage(log)}`)
    }
    child.stopping.throwIfAborted()
    if (await check()) return
    await delay(50)
  }
  const reason = missing()
  throw new UserFacingError(
    `${child.name} was not ready within ${deadlineMs / 1000} s${reason ? `, ${reason}` : ''}: see ${log}`,
  )
}
