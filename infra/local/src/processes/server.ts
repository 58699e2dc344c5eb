import type { Workspace } from '../state/workspace.ts'
import { type Child, type ChildOptions, startChild } from './child.ts'
import type { ProcessTracker } from './tracker.ts'
import { type Readiness, waitFor } from './wait-for.ts'

/** Where servers and services run. */
export interface Host {
  workspace: Workspace
  tracker: ProcessTracker
}

/** A server or a service that runs. */
export interface Running {
  child: Child
  stop(): Promise<void>
}

export interface ServerOptions extends Pick<ChildOptions, 'name' | 'command' | 'args' | 'cwd' | 'env' | 'user'> {
  /** Absent: SIGTERM. */
  stopSignal?: NodeJS.Signals
  readiness: Readiness
  readyMs: number
  stopMs: number
  /** The time to stop after a failed or aborted start. Absent: `stopMs`. */
  failedStopMs?: number
  /** Called after the process has ended, or when it could not be started. */
  afterStop?(): unknown
}

/** Starts a process and waits until it is ready. Stops it when it does not become ready. */
export async function startServer({ workspace, tracker }: Host, options: ServerOptions): Promise<Running> {
  const { readiness, readyMs, stopMs, failedStopMs = stopMs, afterStop, ...process } = options
  const log = workspace.log(options.name)
  const child = await startChild({ stopSignal: 'SIGTERM', ...process, log, tracker }).catch(async (error: unknown) => {
    await afterStop?.()
    throw error
  })
  const stopWithin = async (deadlineMs: number) => {
    await child.stop(deadlineMs)
    await afterStop?.()
  }
  try {
    await waitFor(child, readyMs, readiness)
  } catch (error) {
    await stopWithin(failedStopMs)
    throw error
  }
  return { child, stop: () => stopWithin(stopMs) }
}
