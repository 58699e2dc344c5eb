import { readdirSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_ABOVE_NORMAL: priority, PRIORITY_HIGHEST: highest, PRIORITY_LOW: lowest } = constants.priority

/**
 * Gives a process some priority over other programs: about five times their share, so that the machine stays usable. All its threads are raised by the
 * same number of steps: one with a lower priority would otherwise starve. Linux shares the processors between sessions first, so its session gets
 * the priority, too (autogroup, sched(7)). Changes nothing when this user may not, or on another system.
 */
export function prioritize(pid: number): void {
  const steps = unlessImpossible(() => priority - getPriority(pid)) ?? 0
  const threads = unlessImpossible(() => readdirSync(`/proc/${pid}/task`).map(Number)) ?? []
  for (const thread of threads) {
    unlessImpossible(() => setPriority(thread, Math.max(highest, Math.min(lowest, getPriority(thread) + steps))))
  }
  unlessImpossible(() => writeFileSync(`/proc/${pid}/autogroup`, String(priority)))
}

/** ERR_SYSTEM_ERROR: the user may not, or the thread has ended. ENOENT: the system has no such file. */
const impossible = ['ERR_SYSTEM_ERROR', 'EACCES', 'EPERM', 'ENOENT']

function unlessImpossible<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (!impossible.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return undefined
  }
}
