import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { execa } from 'execa'
import type { User } from '../unprivileged.ts'
import { UserFacingError } from '../user-facing-error.ts'
import type { ProcessTracker } from './tracker.ts'

export interface ChildOptions {
  name: string
  command: string
  args: readonly string[]
  cwd: string
  /** The whole environment. Nothing is inherited, so that a setting of the caller's shell never reaches a server. */
  env: Readonly<Record<string, string>>
  /** Standard output and error go straight to this file, so that a child neither blocks on nor dies with its parent. */
  log: string
  /** Absent: the user of this process. */
  user?: User | undefined
  /** The signal that starts an orderly shutdown. */
  stopSignal: NodeJS.Signals
  tracker: ProcessTracker
}

export interface Child {
  name: string
  pid: number
  log: string
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Aborts when the whole system stops, so that nobody waits for this child to become ready. */
  stopping: AbortSignal
  running(): boolean
  /** Sends the stop signal. Kills the whole process group after the deadline. Resolves when the child has exited. */
  stop(deadlineMs: number): Child['exited']
}

const maxLogBytes = 10 * 1024 * 1024

/** Opens a log for appending. Rotates a large one, so that logs stay bounded over many starts. */
function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true })
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(path, `${path}.1`)
  return openSync(path, 'a')
}

/** ESRCH: the group does not exist. EPERM: it belongs to another user now, or (macOS) holds only zombies. */
const groupGoneCodes = new Set(['ESRCH', 'EPERM'])

/** Signals a process group. Returns false when none of our processes is left in it. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && groupGoneCodes.has(String(error.code))) return false
    throw error
  }
}

/**
 * Starts a process in its own process group. Ctrl-C at a terminal signals the whole foreground group. If it reached the
 * children, the database would stop before the services that still write to it. Starts nothing while the system stops.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, command, args, cwd, env, user, stopSignal, tracker } = options
  tracker.stopping.throwIfAborted()
  // Any descriptor works, but execa's types allow only those up to 9.
  const log = openLog(options.log) as 3
  const subprocess = execa(command, args, {
    cwd,
    env,
    extendEnv: false,
    detached: true,
    stdio: ['ignore', log, log],
    buffer: false,
    reject: false,
    forceKillAfterDelay: false,
    ...user,
  })
  closeSync(log)
  const { pid } = subprocess
  if (pid === undefined) throw new UserFacingError(`${name} can't be started: ${(await subprocess).originalMessage}`)
  let hasExited = false
  const exited = subprocess.then(({ exitCode, signal }) => {
    hasExited = true
    return { code: exitCode ?? null, signal: signal ?? null }
  })
  try {
    await tracker.track(name, pid, stopSignal)
  } catch (error) {
    // Nobody would find it after a kill of this process.
    signalGroup(pid, 'SIGKILL')
    await exited
    throw error
  }
  return {
    name,
    pid,
    log: options.log,
    exited,
    stopping: tracker.stopping,
    running: () => !hasExited,
    async stop(deadlineMs) {
      if (!hasExited) subprocess.kill(stopSignal)
      const deadline = setTimeout(() => signalGroup(pid, 'SIGKILL'), deadlineMs)
      const exit = await exited
      clearTimeout(deadline)
      // Kills what the process left in its group: Erlang's port programs, workers.
      signalGroup(pid, 'SIGKILL')
      return exit
    },
  }
}
