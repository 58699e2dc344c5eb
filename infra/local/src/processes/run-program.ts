import { spawn } from 'node:child_process'

export interface ProgramOptions {
  cwd: string
  env: NodeJS.ProcessEnv
  /** Asks the program to end; it takes down what it brought first. */
  signal: AbortSignal
}

/** Runs a program of ours on this terminal and answers its exit code. */
export async function runProgram(args: readonly string[], { cwd, env, signal }: ProgramOptions): Promise<number> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' })
  const end = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    signal.removeEventListener('abort', end)
  }
}
