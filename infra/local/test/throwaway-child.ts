import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Child, type ChildOptions, startChild } from '../src/processes/child.ts'
import { stubProcessTracker } from './stub-host.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Starts Node.js with a line of code; it is killed after the test. */
export async function throwawayChild(code: string, more: Partial<ChildOptions> = {}): Promise<Child> {
  const folder = temporaryFolder()
  const child = await startChild({
    name: 'child',
    command: process.execPath,
    args: ['-e', code],
    cwd: folder,
    env: {},
    log: join(folder, 'log'),
    stopSignal: 'SIGTERM',
    tracker: stubProcessTracker,
    ...more,
  })
  onTestFinished(async () => {
    await child.stop(0)
  })
  return child
}
