import { readdirSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Gives a process priority over other programs. Its threads keep the differences between them: one that steps back would otherwise wait for all
 * others. Linux shares the processors between sessions first, so the session gets it, too (autogroup, sched(7)). Changes nothing when this user may
 * not, or on another system.
 */
export function prioritize(pid: number, priority: number = constants.priority.PRIORITY_ABOVE_NORMAL): void {
  try {
    const raised = priority - getPriority(pid)
    for (const thread of readdirSync(`/proc/${pid}/task`).map(Number)) {
      setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority(thread) + raised))
    }
    writeFileSync(`/proc/${pid}/autogroup`, String(priority))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // ERR_SYSTEM_ERROR: the user may not, or a thread has ended. ENOENT: the system has no autogroups or no such folder.
    if (!['ERR_SYSTEM_ERROR', 'EACCES', 'EPERM', 'ENOENT'].includes(code)) throw error
  }
}
