import { readSettings } from '../config/read-settings.ts'
import { type Setting, setting } from '../config/setting.ts'
import type { Logger } from '../log/logger.ts'

/** The spans of a process on their way to whoever takes them. */
export interface Tracing {
  /** Sends what is still in hand. */
  stop(log: Logger): Promise<void>
}

const share: Setting<number> = {
  absent: { value: 0.1 },
  read(text) {
    const value = Number(text)
    if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1')
    return value
  },
}

/** As OpenTelemetry names them, and `TRACE_FILE`. */
const spec = {
  OTEL_SDK_DISABLED: setting.flag({ default: false }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url({ optional: true }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting.url({ optional: true }),
  OTEL_SERVICE_NAME: setting.text({ optional: true }),
  OTEL_TRACES_SAMPLER_ARG: share,
  TRACE_FILE: setting.text({ optional: true }),
}

const nobodyTakes: Tracing = { stop: async () => undefined }

/**
 * Makes spans from now on, if someone takes them: `OTEL_EXPORTER_OTLP_ENDPOINT` or `TRACE_FILE`. What makes them is loaded only then.
 * Throws a ConfigError.
 */
export async function startTracing(service: string, env: NodeJS.ProcessEnv): Promise<Tracing> {
  const settings = readSettings(spec, env)
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, TRACE_FILE } = settings
  const otlp = (OTEL_EXPORTER_OTLP_ENDPOINT ?? OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined
  if (settings.OTEL_SDK_DISABLED || (!otlp && TRACE_FILE === undefined)) return nobodyTakes
  const { registerTracerProvider } = await import('./tracer-provider.ts')
  const provider = registerTracerProvider({
    service: settings.OTEL_SERVICE_NAME ?? service,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    otlp,
    file: TRACE_FILE,
  })
  return {
    async stop(log) {
      try {
        await provider.shutdown()
      } catch (error) {
        log.warn({ err: error }, 'last spans were not sent')
      }
    },
  }
}
