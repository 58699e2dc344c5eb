import { spawn } from 'node:child_process'
import { LocalFault } from '../fault.ts'
import type { User } from './child.ts'

export interface RunOptions {
  cwd?: string
  env?: Readonly<Record<string, string>>
  user?: User | undefined
}

export interface Ran {
  code: number
  output: string
}

/** Runs a command to its end and gives back what it printed on both channels; never throws for an exit code. */
export const run = (command: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.user ?? {}),
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', (error) => reject(new LocalFault(`${command} can't be run: ${error.message}`)))
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })

/** The same for a command that must succeed. */
export async function mustRun(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new LocalFault(`${command} failed: ${output.trim().split('\n').at(-1) ?? `exit code ${code}`}`)
  return output
}
