import type { Logger } from 'pino'

/**
 * The preload is a module graph of its own (in a built service even another file), so that what it started is handed over
 * by a property of the global object.
 */
const key = Symbol.for('guidebook.telemetry')
const shared = globalThis as { [key]?: TelemetryHandle }

export interface TelemetryHandle {
  shutdown(): Promise<void>
}

export function publishTelemetry(handle: TelemetryHandle): void {
  shared[key] = handle
}

/** Whether spans are made in this process, and outgoing requests carry the trace by themselves. */
export function isTraced(): boolean {
  return shared[key] !== undefined
}

/** Sends the spans that are still in hand. Does nothing where nothing is traced. */
export async function flushTelemetry(log: Logger): Promise<void> {
  try {
    await shared[key]?.shutdown()
  } catch (error) {
    log.warn({ err: error }, 'last spans were not sent')
  }
}
