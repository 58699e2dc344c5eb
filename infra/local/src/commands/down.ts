import { setTimeout as delay } from 'node:timers/promises'
import { LocalFault } from '../fault.ts'
import { isRunning } from '../processes/identity.ts'
import { removeDescription } from '../state/description.ts'
import { stopLeftovers } from '../state/leftovers.ts'
import { lockState, removeStaleLock } from '../state/lock.ts'
import type { Command } from './command.ts'

const patienceMs = 90_000

/** Stops the running system, or what is left of one that was killed. */
export const down: Command = async ({ data, tell }) => {
  const { holder, stale } = await lockState(data)
  if (holder) {
    process.kill(holder.pid, 'SIGTERM')
    for (const until = Date.now() + patienceMs; await isRunning(holder); await delay(100)) {
      if (Date.now() > until) throw new LocalFault(`process ${holder.pid} does not stop: see the logs in ${data}/logs`)
    }
    tell('stopped')
    return 0
  }
  const left = await stopLeftovers(data)
  if (stale) removeStaleLock(data)
  removeDescription(data)
  tell(left > 0 ? `stopped ${left} processes that a killed start had left behind` : 'nothing is running')
  return 0
}
