import { type DestinationStream, type Level, type Logger, type LoggerOptions, pino } from 'pino'
import { redact, scrub } from './redact.ts'

export type { Logger } from 'pino'

/**
 * One JSON line per entry, on standard output unless a destination is given. Secrets are removed by name and by form; errors keep type,
 * message, stack, code and causes.
 */
export function createLogger(options: {
  service: string
  level?: Level | 'silent'
  destination?: DestinationStream
}): Logger {
  const settings: LoggerOptions = {
    level: options.level ?? 'info',
    base: { service: options.service },
    timestamp: isoTime,
    // `err` is described by `redact`; pino's own serializer would copy every property of the error.
    serializers: { err: (error) => error },
    formatters: {
      level: (label) => ({ level: label }),
      log: redact,
    },
    hooks: {
      logMethod(args, method) {
        const last = args.length - 1
        if (typeof args[last] === 'string') args[last] = scrub(args[last])
        method.apply(this, args)
      },
    },
  }
  const log = pino(settings, options.destination ?? standardOutput())
  // pino adds the fields of a child to its lines without calling a formatter. Children inherit this function.
  const makeChild = log.child
  log.child = function child(bindings, childOptions) {
    return makeChild.call(this, redact(bindings), childOptions) as never
  }
  return log
}

let output: DestinationStream | undefined

/**
 * Buffers lines for up to 100 ms or 4 KiB: a system call for each request would take a tenth of its time. The buffer is written when
 * the process exits, and immediately with every fatal line; only `kill -9` loses it.
 */
function standardOutput(): DestinationStream {
  if (!output) {
    const gathering = pino.destination({ dest: 1, sync: true, minLength: 4_096, periodicFlush: 100 })
    process.once('exit', () => gathering.flushSync())
    output = gathering
  }
  return output
}

let lastMillisecond = 0
let lastTime = ''

/** ISO 8601 in UTC. The text is reused within a millisecond: creating it is a large part of the cost of a line. */
function isoTime(): string {
  const now = Date.now()
  if (now !== lastMillisecond) {
    lastMillisecond = now
    lastTime = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastTime
}
