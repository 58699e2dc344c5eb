import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { LocalFault } from '../fault.ts'
import type { ProcessHost } from '../state/processes.ts'

/** Who a process runs as. Absent: as the one who started us. */
export interface User {
  uid: number
  gid: number
}

export interface ChildOptions {
  name: string
  command: string
  args: readonly string[]
  cwd: string
  /** The whole environment: nothing is inherited, so that a setting of the caller's shell never reaches a server. */
  env: Readonly<Record<string, string>>
  /** Standard output and error go straight to this file: a child never blocks on, or dies with, the process that started it. */
  log: string
  user?: User | undefined
  /** The signal that makes it stop in good order. */
  stopSignal: NodeJS.Signals
  host: ProcessHost
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Child {
  name: string
  pid: number
  exited: Promise<Exit>
  /** Aborts when it is to end: nobody need wait for it any more. */
  ending: AbortSignal
  running(): boolean
  /** Asks it to stop; after the deadline kills its whole group. Resolves when it is gone. */
  stop(deadlineMs: number): Promise<Exit>
}

const largestLog = 10 * 1024 * 1024

/** Opens a log for appending; a large one is set aside once, so that logs stay bounded over many starts. */
function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true })
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestLog) renameSync(path, `${path}.1`)
  return openSync(path, 'a')
}

/** ESRCH: there is no such group. EPERM: there is one again, of somebody else, or (macOS) only what has ended is in it. */
const noneOfOurs = new Set(['ESRCH', 'EPERM'])

/** Signals a process group; false when none of ours is left. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && noneOfOurs.has(String(error.code))) return false
    throw error
  }
}

const spawned = (process: ChildProcess, options: ChildOptions) =>
  new Promise<number>((resolve, reject) => {
    process.once('spawn', () => resolve(process.pid ?? 0))
    process.once('error', (error) => reject(new LocalFault(`${options.name} can't be started: ${error.message}`)))
  })

/**
 * Starts a process in a group of its own. Ctrl-C at a terminal signals the whole foreground group: what we start must not get it,
 * else the database would go down before the services that still write to it.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = openLog(options.log)
  const process = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', log, log],
    ...(options.user ?? {}),
  })
  const exited = new Promise<Exit>((resolve) => process.once('exit', (code, signal) => resolve({ code, signal })))
  const pid = await spawned(process, options).finally(() => closeSync(log))
  await options.host.track(options.name, pid, options.stopSignal)
  const running = () => process.exitCode === null && process.signalCode === null
  return {
    name: options.name,
    pid,
    exited,
    ending: options.host.ending,
    running,
    async stop(deadlineMs) {
      if (running()) process.kill(options.stopSignal)
      const deadline = setTimeout(() => signalGroup(pid, 'SIGKILL'), deadlineMs)
      const exit = await exited
      clearTimeout(deadline)
      // Whatever the process left in its group (port programs of Erlang, workers) goes with it.
      signalGroup(pid, 'SIGKILL')
      return exit
    },
  }
}
