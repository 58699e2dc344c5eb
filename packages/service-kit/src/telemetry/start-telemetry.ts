import { withDeadline } from '../clock/with-deadline.ts'
import { readSettings } from '../config/read-settings.ts'
import { setting } from '../config/setting.ts'
import type { Logger } from '../log/logger.ts'
import { observeBuild } from './metrics.ts'
import { registerPropagation } from './propagation.ts'

const maxLastExportMs = 2_000

export interface Telemetry {
  /** Sends the spans and metrics that were not sent yet. Waits at most two seconds for the collector, because the service is stopping. */
  stop(log: Logger): Promise<void>
}

function readRatio(text: string): number {
  const value = Number(text)
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1')
  return value
}

/** OpenTelemetry's own names. The SDK reads further ones by itself. */
const spec = {
  OTEL_SDK_DISABLED: setting.flag({ default: false }),
  OTEL_TRACES_EXPORTER: setting.oneOf(['otlp', 'console', 'none'], { optional: true }),
  // Prometheus is always served, by the health listener.
  OTEL_METRICS_EXPORTER: setting.oneOf(['otlp', 'console', 'prometheus', 'none'], { optional: true }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url({ optional: true }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting.url({ optional: true }),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: setting.url({ optional: true }),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting.oneOf(['http/protobuf', 'http/json'], { default: 'http/protobuf' }),
  OTEL_TRACES_SAMPLER: setting.text({ optional: true }),
  OTEL_TRACES_SAMPLER_ARG: setting.parsed('number from 0 to 1', readRatio, { default: 0.1 }),
}

/**
 * What the SDK is started with; null without an exporter. `sampler`: variables for the SDK, whose default would sample all traces that
 * begin here; ours follows the decision of a trace that began elsewhere. Throws a ConfigError.
 */
export function readTelemetry(env: NodeJS.ProcessEnv) {
  const settings = readSettings(spec, env)
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  const traces = exporterOf(settings.OTEL_TRACES_EXPORTER, settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? endpoint)
  const metrics = exporterOf(settings.OTEL_METRICS_EXPORTER, settings.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? endpoint)
  if (settings.OTEL_SDK_DISABLED || (traces === null && metrics === null)) return null
  const usual = {
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: String(settings.OTEL_TRACES_SAMPLER_ARG),
  }
  const sampler = settings.OTEL_TRACES_SAMPLER === undefined ? usual : {}
  return { traces, metrics, protocol: settings.OTEL_EXPORTER_OTLP_PROTOCOL, sampler }
}

/**
 * Loads the SDK when an exporter is configured; otherwise traces are only forwarded. Await it before importing anything that is
 * instrumented. Rejects with a ConfigError.
 */
export async function startTelemetry(service: string, env: NodeJS.ProcessEnv): Promise<Telemetry> {
  const telemetry = readTelemetry(env)
  if (telemetry === null) {
    registerPropagation()
    observeBuild(service)
    return { stop: async () => undefined }
  }
  const { startSdk } = await import('./node-sdk.ts')
  const { sampler, ...options } = telemetry
  Object.assign(env, sampler)
  const sdk = startSdk({ service, ...options })
  observeBuild(service)
  return {
    async stop(log) {
      try {
        await withDeadline(() => sdk.shutdown(), maxLastExportMs)
      } catch (error) {
        log.warn({ err: error }, 'the last spans and metrics were not sent')
      }
    },
  }
}

export type Exporter = 'otlp' | 'console'

function exporterOf(name: Exporter | 'prometheus' | 'none' | undefined, endpoint: string | undefined): Exporter | null {
  if (name === undefined) return endpoint === undefined ? null : 'otlp'
  return name === 'otlp' || name === 'console' ? name : null
}
