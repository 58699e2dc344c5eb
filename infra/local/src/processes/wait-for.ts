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

/** Polls until the check holds. Fails at once when the process behind it ends or is to end, and after the deadline otherwise. */
export async function waitFor(
  child: Child,
  log: string,
  deadlineMs: number,
  check: () => Promise<boolean>,
): Promise<void> {
  const until = Date.now() + deadlineMs
  while (Date.now() < until) {
    if (!child.running()) {
      const { code, signal } = await child.exited
      throw new LocalFault(`${child.name} ended while starting (${signal ?? `exit code ${code}`}): see ${log}`)
    }
    child.ending.throwIfAborted()
    if (await check()) return
    await delay(50)
  }
  throw new LocalFault(`${child.name} was not ready within ${deadlineMs / 1000} s: see ${log}`)
}
