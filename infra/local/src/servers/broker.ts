import { LocalFault } from '../fault.ts'
import { run } from '../processes/run.ts'
import type { Say } from '../say.ts'
import { type Rabbitmq, type RabbitmqOptions, startRabbitmq } from './rabbitmq.ts'
import { startRabbitmqContainer } from './rabbitmq-container.ts'
import { ensureProgram, findProgram, rabbitmqPackage } from './system-package.ts'

/** How RabbitMQ can be had on this machine. */
export type StartBroker = (options: Omit<RabbitmqOptions, 'program'>) => Promise<Rabbitmq>

const engines = ['docker', 'podman']

/** The first container engine that answers; one that is installed but does not run is none. */
export async function findEngine(): Promise<string | undefined> {
  for (const engine of engines) {
    const { code } = await run(engine, ['info']).catch(() => ({ code: 1 }))
    if (code === 0) return engine
  }
  return undefined
}

/** From the installed server, else from the system's package, else from a container engine; else it is said what is missing. */
export async function bringBroker(tell: Say): Promise<StartBroker> {
  const present = findProgram(rabbitmqPackage)
  if (present) return (options) => startRabbitmq({ ...options, program: present })
  try {
    const program = await ensureProgram(rabbitmqPackage, tell)
    return (options) => startRabbitmq({ ...options, program })
  } catch (error) {
    const engine = error instanceof LocalFault ? await findEngine() : undefined
    if (!engine) throw error
    tell(`  RabbitMQ runs in a container of ${engine}`)
    return (options) => startRabbitmqContainer(engine, options)
  }
}
