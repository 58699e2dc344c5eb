import { ConfigError } from '../config/read-settings.ts'
import type { Logger } from '../log/logger.ts'
import { startTelemetry, type Telemetry } from '../telemetry/start-telemetry.ts'

/** A running service, as returned by `startService`. */
export interface RunningService extends AsyncDisposable {
  /** Base URL of its HTTP server. */
  url: string
  /** Base URL of its health listener. */
  healthUrl: string
  stop(): Promise<void>
}

/**
 * Owns the process of a service: reads the environment, starts the service, waits for a signal, stops, sets the exit code. `load` imports the
 * program after the instrumentations, which must be registered before the modules that they change are loaded. The first SIGTERM or SIGINT stops
 * gracefully with exit code 0, or immediately before the service is ready. The second one ends the process immediately. An uncaught error is
 * logged and stops the service with exit code 1.
 */
export async function runMain(
  name: string,
  load: () => Promise<{ start(env: NodeJS.ProcessEnv): Promise<RunningService> }>,
): Promise<void> {
  // Files of a service contain personal data of travellers: only its own user may read them.
  process.umask(0o077)
  const starting = startTelemetry(name, process.env)
  await Promise.allSettled([starting])
  // The logger's library is instrumented, too.
  const { createLogger } = await import('../log/logger.ts')
  const log = createLogger({ service: name })
  const signal = Promise.withResolvers<number>()
  handleSignals(log, signal.resolve)

  let telemetry: Telemetry | undefined
  let exitCode: number
  try {
    telemetry = await starting
    const { start } = await load()
    const first = await Promise.race([start(process.env), signal.promise])
    if (typeof first === 'number') return await end(first, log, telemetry)
    log.info({ address: first.url }, 'ready')
    exitCode = await signal.promise
    await first.stop()
  } catch (error) {
    reportFailure(name, error, log)
    exitCode = 1
  }
  await end(exitCode, log, telemetry)
}

async function end(exitCode: number, log: Logger, telemetry: Telemetry | undefined): Promise<never> {
  await telemetry?.stop(log)
  log.info({ exitCode }, 'stopped')
  process.exit(exitCode)
}

function handleSignals(log: Logger, stop: (exitCode: number) => void): void {
  let ending = false
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      if (ending) process.exit(130)
      ending = true
      log.info({ signal: name }, 'stopping')
      stop(0)
    })
  }
  // After either of these the state of the process is unknown: it only finishes its current work.
  for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(name, (error: unknown) => {
      log.fatal({ err: error }, name)
      ending = true
      stop(1)
    })
  }
}

function reportFailure(name: string, error: unknown, log: Logger): void {
  if (error instanceof ConfigError) {
    const faults = error.faults.map((fault) => `  ${fault}\n`).join('')
    process.stderr.write(`${name} cannot start, its settings are wrong:\n${faults}`)
  } else {
    log.fatal({ err: error }, 'failed')
  }
}
