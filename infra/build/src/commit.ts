import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The commit that is built, and its time: all that is built from one commit says the same, whenever it is built. */
export interface Commit {
  revision: string
  /** ISO 8601. */
  time: string
}

/** The commit as the deployment names it, else as Git does. Without either it is `unknown`, at the beginning of 1970. */
export function readCommit(env: Readonly<NodeJS.ProcessEnv> = process.env): Commit {
  const { GUIDEBOOK_REVISION: revision, SOURCE_DATE_EPOCH: seconds } = env
  const [named, time] = fromGit() ?? ['unknown', 0]
  return { revision: revision || named, time: new Date(Number(seconds || time) * 1_000).toISOString() }
}

function fromGit(): [revision: string, seconds: number] | undefined {
  try {
    const command = ['log', '-1', '--format=%H %ct']
    const output = execFileSync('git', command, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    const [revision = '', seconds] = output.trim().split(' ')
    return [revision, Number(seconds)]
  } catch {
    // Built without Git, or outside of a repository.
    return undefined
  }
}
