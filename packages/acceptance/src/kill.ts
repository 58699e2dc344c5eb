import pg from 'pg'
import { eventually } from './eventually.ts'
import type { Description, SystemHandle } from './running-system.ts'

export interface Killed {
  name: string
  /** Milliseconds since 1970. */
  at: number
  /** When its replacement ran or, of the database, accepted connections. In milliseconds since 1970. */
  until: number
}

/** Kills a process of the system when it runs, and resolves when its replacement runs, and the database when it accepts connections. */
export const kill = async (system: SystemHandle, name: string): Promise<Killed> => {
  const pidOf = () => system.describe().processes.find((process) => process.name === name)?.pid
  await eventually(`${name} runs`, 60_000, () => pidOf() !== undefined)
  const pid = pidOf() as number
  const at = Date.now()
  process.kill(pid, 'SIGKILL')
  await eventually(`${name} runs again`, 60_000, () => {
    const now = pidOf()
    return now !== undefined && now !== pid
  })
  if (name === 'postgres')
    await eventually('the database accepts connections', 60_000, () => accepts(system.describe()))
  return { name, at, until: Date.now() }
}

const accepts = async ({ databases }: Description): Promise<boolean> => {
  const client = new pg.Client({ connectionString: databases.webhooks })
  // A server that ends a new connection reports it here as well.
  client.on('error', () => undefined)
  return await client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end())
}

export const allReady = (system: SystemHandle): Promise<void> =>
  eventually('every service is ready', 60_000, async () => {
    const answers = await Promise.all(
      Object.values(system.describe().services).map(({ healthUrl }) => fetch(`${healthUrl}/readyz`).catch(() => null)),
    )
    return answers.every((answer) => answer?.ok)
  })

/** Pauses or resumes services. */
export const signalProcesses = (
  { processes }: Description,
  names: readonly string[],
  signal: 'SIGSTOP' | 'SIGCONT',
): void => {
  for (const name of names) {
    const found = processes.find((one) => one.name === name)
    if (found === undefined) throw new Error(`${name} does not run`)
    process.kill(found.pid, signal)
  }
}

/** Pauses or resumes the builder: builds would take processor time from the test. */
export const signalBuilder = (system: Description, signal: 'SIGSTOP' | 'SIGCONT'): void =>
  signalProcesses(system, ['builder'], signal)
