import { readFileSync } from 'node:fs'
import type { ProcessIdentity } from '../state/processes.ts'
import { run } from './run.ts'

/** Linux: field 22 of `stat`, in ticks since boot. The name before it may hold spaces, so counting starts after its bracket. */
const linuxStart = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // State Z: a zombie has ended; only its parent has not read its exit code yet.
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined
    throw error
  }
}

const otherStart = async (pid: number): Promise<string | undefined> => {
  const { code, output } = await run('ps', ['-o', 'lstart=', '-p', String(pid)])
  return code === 0 ? output.trim() : undefined
}

const startOf = (pid: number) => (process.platform === 'linux' ? Promise.resolve(linuxStart(pid)) : otherStart(pid))

/** The identity of a running process; undefined when no process has this number. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const startedAt = await startOf(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** True while this very process runs. */
export async function isRunning({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  return (await startOf(pid)) === startedAt
}
