import { readFileSync } from 'node:fs'
import { run } from './run.ts'

/** A process that can't be mistaken for a later one of the same number: numbers are used again, the time of start is not. */
export interface ProcessIdentity {
  pid: number
  startedAt: string
}

/** Linux: the 22nd field of `stat`, in ticks since boot; the name before it may hold spaces, so counting begins after its bracket. */
const linuxStart = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // State Z: a process that has ended and only waits to be read off by its parent.
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

/** Who a running process is; undefined when there is none of this number. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const startedAt = await startOf(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** True while this very process runs. */
export async function isRunning({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  return (await startOf(pid)) === startedAt
}
