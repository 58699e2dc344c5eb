import { ConfigError } from '../config/read-settings.ts'
import type { Logger } from '../log/logger.ts'

/** The spans of a process on their way to whoever takes them. */
export interface Tracing {
  /** Sends what is still in hand. */
  stop(log: Logger): Promise<void>
}

const nobodyTakes: Tracing = { stop: async () => undefined }

/**
 * Makes spans from now on, if someone takes them: `OTEL_EXPORTER_OTLP_ENDPOINT` or `TRACE_FILE`. What makes them is loaded only then.
 * Throws a ConfigError.
 */
export async function startTracing(service: string, env: NodeJS.ProcessEnv): Promise<Tracing> {
  const otlp = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined
  if (env.OTEL_SDK_DISABLED === 'true' || (!otlp && env.TRACE_FILE === undefined)) return nobodyTakes
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG ?? '0.1')
  if (!(ratio >= 0 && ratio <= 1)) throw new ConfigError(['OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'])
  const { registerTracerProvider } = await import('./tracer-provider.ts')
  const provider = registerTracerProvider({
    service: env.OTEL_SERVICE_NAME ?? service,
    ratio,
    otlp,
    file: env.TRACE_FILE,
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
