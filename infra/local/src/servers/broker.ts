import { run } from '../processes/run.ts'
import type { Host, Running } from '../processes/server.ts'
import type { Report } from '../report.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { type RabbitmqOptions, startRabbitmq } from './rabbitmq.ts'
import { startRabbitmqContainer } from './rabbitmq-container.ts'
import { ensureProgram, findProgram, rabbitmqPackage } from './system-package.ts'

/** Starts RabbitMQ in the way that this machine supports. */
export type StartBroker = (host: Host, options: RabbitmqOptions) => Promise<Running>

const engines = ['docker', 'podman']

/** The first container engine that responds. An installed engine that does not run does not count. */
export async function findEngine(): Promise<string | undefined> {
  for (const engine of engines) {
    const { code } = await run(engine, ['info']).catch(() => ({ code: 1 }))
    if (code === 0) return engine
  }
  return undefined
}

/** Selects the installed server, else the system's package, else a container engine. Throws when none is available. */
export async function prepareBroker(report: Report, signal: AbortSignal): Promise<StartBroker> {
  const installed = findProgram(rabbitmqPackage)
  if (installed) return (host, options) => startRabbitmq(host, installed, options)
  try {
    const program = await ensureProgram(rabbitmqPackage, report, signal)
    return (host, options) => startRabbitmq(host, program, options)
  } catch (error) {
    const engine = error instanceof UserFacingError ? await findEngine() : undefined
    if (!engine) throw error
    report(`  RabbitMQ runs in a container of ${engine}`)
    return (host, options) => startRabbitmqContainer(host, engine, options)
  }
}
