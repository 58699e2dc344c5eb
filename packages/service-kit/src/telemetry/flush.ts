import type { Logger } from 'pino'

/**
 * The preload is a module graph of its own (in a built service even another file), so that its SDK is handed over by a
 * property of the global object.
 */
const key = Symbol.for('guidebook.telemetry')

export interface TelemetryHandle {
  shutdown(): Promise<void>
}

export function publishTelemetry(handle: TelemetryHandle): void {
  Object.defineProperty(globalThis, key, { value: handle, configurable: true })
}

/** Sends the spans that are still in hand. Does nothing when the preload was not loaded. */
export async function flushTelemetry(log: Logger): Promise<void> {
  const handle = (globalThis as { [key]?: TelemetryHandle })[key]
  try {
    await handle?.shutdown()
  } catch (error) {
    log.warn({ err: error }, 'last spans were not sent')
  }
}
