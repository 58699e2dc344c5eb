import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Command } from './command.ts'

/** The figures of speed, each against a limit measured in the same run. Arguments choose some of them. */
export const bench: Command = async ({ root, env, args, signal }) => {
  const program = join(root, 'packages', 'acceptance', 'bench', 'main.ts')
  const child = spawn(process.execPath, [program, ...args], { cwd: root, env, stdio: 'inherit' })
  // The bench brings a system of its own: it is asked to end, and takes that down first.
  signal.addEventListener('abort', () => child.kill('SIGTERM'))
  return await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
