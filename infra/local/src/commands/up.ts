import { once } from 'node:events'
import { openWorkspace } from '../state/workspace.ts'
import { type System, startSystem } from '../system/start-system.ts'
import type { Command, CommandContext } from './command.ts'

/** Starts the system, does the work while it runs, and stops it whatever happens. */
export async function withSystem<T>(context: CommandContext, work: (system: System) => Promise<T>): Promise<T> {
  const { root, data, env, report, signal } = context
  report('starting the guidebook service')
  const system = await startSystem({ workspace: await openWorkspace(root, data), env, report, signal })
  try {
    return await work(system)
  } finally {
    report('stopping …')
    await system.stop()
    report('stopped')
  }
}

/** Reports that the system is ready and waits for the request to stop. */
export async function runUntilStopped({ description }: System, { report, signal }: CommandContext): Promise<number> {
  report(`ready: ${description.baseUrl}`)
  if (!signal.aborted) await once(signal, 'abort')
  return 0
}

/** Runs the system without the demonstration. */
export const up: Command = (context) => withSystem(context, (system) => runUntilStopped(system, context))
