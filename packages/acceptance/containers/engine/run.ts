import { spawn } from 'node:child_process'

export interface Finished {
  code: number
  /** Standard output. */
  output: string
  /** Standard error. */
  errors: string
}

interface Options {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Shows the output while the program runs. */
  show?: boolean
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], options: Options = {}): Promise<Finished> {
  const { cwd, env = process.env, show = false } = options
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks = { output: '', errors: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      chunks.output += text
      if (show) process.stdout.write(text)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      chunks.errors += text
      if (show) process.stderr.write(text)
    })
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), ...chunks }))
  })
}

/** Runs a program that must succeed, and returns its standard output. */
export async function mustRun(program: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { code, output, errors } = await run(program, args, options)
  if (code === 0) return output
  const reason = (errors || output).trim().split('\n').slice(-8).join('\n')
  throw new Error(`${program} ${args.join(' ')}: exit code ${code}\n${reason}`)
}
