import { setTimeout as delay } from 'node:timers/promises'
import { identify, isRunning } from '../processes/identity.ts'
import { stopLeftovers } from '../processes/leftovers.ts'
import { removeDescription } from '../state/description.ts'
import { lockHolder } from '../state/lock.ts'
import { UserFacingError } from '../user-facing-error.ts'
import type { Command } from './command.ts'

const deadlineMs = 90_000

/** Stops the running system, or what a killed one left behind. */
export const down: Command = async ({ data, report }) => {
  const holder = lockHolder(data)
  const system = holder === undefined ? undefined : await identify(holder)
  if (system) {
    process.kill(system.pid, 'SIGTERM')
    for (const until = Date.now() + deadlineMs; await isRunning(system); await delay(100)) {
      if (Date.now() > until)
        throw new UserFacingError(`process ${system.pid} does not stop: see the logs in ${data}/logs`)
    }
    report('stopped')
    return 0
  }
  const stopped = await stopLeftovers(data)
  removeDescription(data)
  report(stopped > 0 ? `stopped ${stopped} processes that a killed start left behind` : 'nothing is running')
  return 0
}
