import { once } from 'node:events'
import { openPlace } from '../state/place.ts'
import { type System, startSystem } from '../system/start-system.ts'
import type { Command, CommandContext } from './command.ts'

/** Brings the system up, does the work while it stands, and takes it down again whatever happens. */
export async function withSystem<T>(context: CommandContext, work: (system: System) => Promise<T>): Promise<T> {
  const { root, data, env, tell, signal } = context
  tell('starting the guidebook service')
  const system = await startSystem({ place: await openPlace(root, data), env, tell, signal })
  try {
    return await work(system)
  } finally {
    tell('stopping …')
    await system.stop()
    tell('stopped')
  }
}

/** Says where the system is and waits until it is to end. */
export async function stand({ description }: System, { tell, signal }: CommandContext): Promise<number> {
  tell(`ready: ${description.baseUrl}`)
  if (!signal.aborted) await once(signal, 'abort')
  return 0
}

/** The system without the demonstration. */
export const up: Command = (context) => withSystem(context, (system) => stand(system, context))
