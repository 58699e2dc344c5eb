import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from './command.ts'

/** Bundles every service. Turborepo runs packages' scripts through pnpm, which is nowhere in the path until npx puts it there. */
export const build: Command = async ({ root, env, args, signal }) => {
  // Bundles are copied into containers, whose user is another one.
  process.umask(0o022)
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string }
  const turbo = ['turbo', 'run', 'build', '--output-logs=new-only', '--no-update-notifier', ...args]
  const path = `${join(root, 'node_modules', '.bin')}:${env.PATH}`
  const child = spawn('npx', ['-y', packageManager, 'exec', ...turbo], {
    cwd: root,
    env: { ...env, PATH: path, TURBO_TELEMETRY_DISABLED: '1' },
    stdio: 'inherit',
    signal,
  })
  return await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
