import { createNoopMeter, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { register } from 'import-in-the-middle/register-hooks.mjs'
import { publishTelemetry } from './handle.ts'
import { registerPropagation } from './propagation.ts'
import { spanFile } from './span-file.ts'
import { spanPrivacy } from './span-privacy.ts'

/** The modules that the instrumentations change. Only these are put through the hook: it costs time for each. */
const hooked = ['http', 'https', 'node:http', 'node:https', 'pg', 'pg-pool']

const probes = /^\/(livez|readyz|metrics)($|\?)/

export interface TracingOptions {
  service: string
  /** Share of the traces begun here that are kept, 0 to 1. Traces begun by others are kept or not as they say. */
  ratio: number
  /** Whether spans go to the OTLP endpoint that the `OTEL_EXPORTER_OTLP_…` variables name. */
  otlp: boolean
  /** A file to which spans are appended. */
  file: string | undefined
}

/** Makes spans of HTTP requests, incoming and outgoing, and of database queries, and sends them off in batches. */
export function startTracing({ service, ratio, otlp, file }: TracingOptions): void {
  const exporters: SpanExporter[] = []
  if (otlp) exporters.push(new OTLPTraceExporter())
  if (file !== undefined) exporters.push(spanFile(file))
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      spanPrivacy(),
      ...exporters.map((exporter) => new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })),
    ],
  })
  registerPropagation()
  trace.setGlobalTracerProvider(provider)
  register({ include: hooked })
  registerInstrumentations({
    tracerProvider: provider,
    // The app measures its requests by itself, and the names would meet.
    meterProvider: { getMeter: () => createNoopMeter() },
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: (request) => probes.test(request.url ?? ''),
        requireParentforOutgoingSpans: true,
      }),
      // Loops ask the database and services several times a second without anyone having caused it.
      new UndiciInstrumentation({ requireParentforSpans: true }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  })
  publishTelemetry({ shutdown: () => provider.shutdown() })
}
