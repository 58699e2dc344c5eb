import { rmSync } from 'node:fs'
import type { CommandContext } from '../commands/command.ts'
import { withTools } from '../processes/run-in-terminal.ts'
import { openWorkspace, throwawayFolder } from '../state/workspace.ts'
import { startTestServers } from './test-servers.ts'

export interface TestEnvironment {
  /** Removed at the end. */
  folder: string
  /** Names the addresses of the servers. */
  env: NodeJS.ProcessEnv
}

/** Runs the work with temporary servers in a temporary folder, and removes both. */
export async function withTestServers<T>(
  { root, env, report, signal }: CommandContext,
  work: (environment: TestEnvironment) => Promise<T>,
): Promise<T> {
  const folder = await throwawayFolder('test')
  try {
    const servers = await startTestServers(await openWorkspace(root, folder), report, signal)
    try {
      return await work({ folder, env: { ...withTools(root, env), ...servers.env } })
    } finally {
      await servers.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
