import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { LocalFault } from '../fault.ts'
import type { Child } from './child.ts'

/** True when something accepts connections on 127.0.0.1 at the port. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })

const wordsToLookAt = 16_384
const wordsToRepeat = 300

/** The reason that a service's log gives in its last fatal line. */
function fatalReason(lines: readonly string[]): string | undefined {
  const fatal = lines.findLast((line) => line.startsWith('{"level":"fatal"') && line.endsWith('}'))
  if (!fatal) return undefined
  const { err, msg } = JSON.parse(fatal) as { err?: { message?: string }; msg?: string }
  return err?.message ?? msg
}

/** What a process said last, and where to read the rest. */
function lastWords(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').slice(-wordsToLookAt).trim().split('\n') : []
  const last = lines.at(-1)
  const said = last?.startsWith('{') ? fatalReason(lines) : last?.trim()
  return said ? `${said.slice(0, wordsToRepeat)} (see ${log})` : `see ${log}`
}

/** Polls until the check holds; `why` says what is missing when it never does. Fails at once when the process behind it ends or is to end, and after the deadline otherwise. */
export async function waitFor(
  child: Child,
  log: string,
  deadlineMs: number,
  check: () => Promise<boolean>,
  why: () => string | undefined = () => undefined,
): Promise<void> {
  const until = Date.now() + deadlineMs
  while (Date.now() < until) {
    if (!child.running()) {
      const { code, signal } = await child.exited
      throw new LocalFault(`${child.name} ended while starting (${signal ?? `exit code ${code}`}): ${lastWords(log)}`)
    }
    child.ending.throwIfAborted()
    if (await check()) return
    await delay(50)
  }
  const reason = why()
  throw new LocalFault(
    `${child.name} was not ready within ${deadlineMs / 1000} s${reason ? `, ${reason}` : ''}: see ${log}`,
  )
}
