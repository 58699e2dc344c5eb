import { setTimeout as sleep } from 'node:timers/promises'
import { serviceNames } from '@guidebook/contracts'
import { ConfigError, isOutage } from '@guidebook/service-kit'
import { declareBroker } from './broker.ts'
import { createObjectBucket } from './bucket.ts'
import type { Command } from './command.ts'
import { createDatabase } from './database.ts'
import { migrateService } from './service.ts'

const commands: Readonly<Record<string, Command>> = {
  database: createDatabase,
  broker: declareBroker,
  bucket: createObjectBucket,
  ...Object.fromEntries(serviceNames.map((service) => [service, migrateService(service)])),
}

interface Patience {
  /** How long a command waits for an unavailable server, milliseconds. */
  patienceMs: number
  pauseMs: number
}

/**
 * Runs a command and returns the exit code. Every command is idempotent; of two at the same time one waits, or finds that all is done. An
 * error is one line.
 */
export async function runCommand(
  [name = '', ...args]: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
  say: (line: string) => void,
  patience: Patience = { patienceMs: 60_000, pauseMs: 1_000 },
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    say(`unknown command "${name}"; use one of ${Object.keys(commands).join(', ')}`)
    return 2
  }
  try {
    const work = command(args, env)
    say(`${name}: ${await waitForServer(name, work, say, patience)}`)
    return 0
  } catch (error) {
    const reason = error instanceof ConfigError ? error.faults.join('; ') : oneLine(error)
    say(`${name}: failed: ${reason}`)
    return 1
  }
}

/** Repeats work that failed because its server is unavailable. The patience begins with the first failure. */
async function waitForServer<T>(
  name: string,
  work: () => Promise<T>,
  say: (line: string) => void,
  { patienceMs, pauseMs }: Patience,
): Promise<T> {
  for (let until: number | undefined; ; await sleep(pauseMs)) {
    try {
      return await work()
    } catch (error) {
      const now = Date.now()
      if (!isOutage(error) || now + pauseMs > (until ?? now + patienceMs)) throw error
      if (until === undefined) say(`${name}: waiting up to ${patienceMs / 1_000} s for the server: ${oneLine(error)}`)
      until ??= now + patienceMs
    }
  }
}

/** An AggregateError, which Node.js makes of a host with several addresses, has an empty message. */
function oneLine(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  const text = (message || code) ?? String(error)
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
