import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Gives a process some priority over other programs: about five times their share, so that the machine stays usable. Linux shares the
 * processors between sessions first, so its session gets it, too (autogroup, sched(7)). Changes nothing when this user may not.
 */
export function prioritize(pid: number, priority: number = constants.priority.PRIORITY_ABOVE_NORMAL): void {
  try {
    setPriority(pid, priority)
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_ABOVE_NORMAL))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // ERR_SYSTEM_ERROR: the user may not. ENOENT: the system has no autogroups.
    if (!['ERR_SYSTEM_ERROR', 'EACCES', 'EPERM', 'ENOENT'].includes(code)) throw error
  }
}
