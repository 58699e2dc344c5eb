import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPackage, ensureProgram } from '../servers/system-package.ts'
import { openPlace, throwawayFolder } from '../state/place.ts'
import { startTestServers } from '../tests/test-servers.ts'
import { runVitest } from '../tests/vitest.ts'
import type { Command } from './command.ts'

/** Runs every test against servers of its own, which go when it ends. Arguments narrow it down as vitest's own do. */
export const test: Command = async ({ root, env, args, tell, signal }) => {
  const folder = await throwawayFolder('test')
  chmodSync(folder, 0o755)
  try {
    tell('starting servers for the tests')
    const place = await openPlace(root, folder)
    const chromium = await ensureProgram(chromiumPackage, tell)
    const servers = await startTestServers(place, tell, signal)
    try {
      const path = `${join(root, 'node_modules', '.bin')}:${env.PATH}`
      const testEnv = { ...env, ...servers.env, PATH: path, TEST_CHROMIUM: chromium }
      const { exitCode, summary } = await runVitest({ root, folder, env: testEnv, args, signal })
      // The last line of all, so after the servers have gone.
      await servers.stop()
      tell(summary ?? 'tests: the run ended before anything could be counted')
      return exitCode
    } finally {
      await servers.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
