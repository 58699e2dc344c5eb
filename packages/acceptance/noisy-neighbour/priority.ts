import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Changes the priority of a process (`nice`, -20 to 19) and, where Linux shares the processors between sessions first, of its session
 * (autogroup, sched(7)). Changes nothing when this user may not.
 */
export function prioritize(pid: number, nice: number): void {
  try {
    if (getPriority(pid) !== nice) setPriority(pid, nice)
    writeFileSync(`/proc/${pid}/autogroup`, String(nice))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // ERR_SYSTEM_ERROR: the user may not. ENOENT: the system has no autogroups.
    if (!['ERR_SYSTEM_ERROR', 'EACCES', 'EPERM', 'ENOENT'].includes(code)) throw error
  }
}
