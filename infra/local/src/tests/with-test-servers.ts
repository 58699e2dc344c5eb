import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandContext } from '../commands/command.ts'
import { openPlace, throwawayFolder } from '../state/place.ts'
import { startTestServers } from './test-servers.ts'

export interface TestSurroundings {
  /** Thrown away at the end. */
  folder: string
  /** Tells programs where the servers are. */
  env: NodeJS.ProcessEnv
}

/** Does the work beside servers of its own in a folder that is thrown away; both are gone when it resolves. */
export async function withTestServers<T>(
  { root, env, tell, signal }: CommandContext,
  work: (surroundings: TestSurroundings) => Promise<T>,
): Promise<T> {
  const folder = await throwawayFolder('test')
  try {
    const servers = await startTestServers(await openPlace(root, folder), tell, signal)
    try {
      const path = `${join(root, 'node_modules', '.bin')}:${env.PATH}`
      return await work({ folder, env: { ...env, ...servers.env, PATH: path } })
    } finally {
      await servers.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
