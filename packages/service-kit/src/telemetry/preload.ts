/**
 * Loaded before the program (`node --import @guidebook/service-kit/preload main.js`), because instrumentations must be there
 * before what they instrument. Spans are made only where someone takes them: `OTEL_EXPORTER_OTLP_ENDPOINT` or `TRACE_FILE`.
 */
import { isMainThread } from 'node:worker_threads'

const { env } = process
const otlp = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined

// Worker threads inherit `--import`; they serve no requests.
if (isMainThread && env.OTEL_SDK_DISABLED !== 'true' && (otlp || env.TRACE_FILE !== undefined)) {
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG ?? '0.1')
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  const { startTracing } = await import('./start-tracing.ts')
  startTracing({ service: env.OTEL_SERVICE_NAME ?? 'guidebook', ratio, otlp, file: env.TRACE_FILE })
}
