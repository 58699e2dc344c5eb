import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Child, type ChildOptions, startChild } from '../src/processes/child.ts'
import { standInHost } from './stand-in-host.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Starts Node with a line of code; it is gone when the test is. */
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
    host: standInHost,
    ...more,
  })
  onTestFinished(async () => {
    await child.stop(0)
  })
  return child
}
