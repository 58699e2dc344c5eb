import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { registerPropagation } from './propagation.ts'
import { spanFile } from './span-file.ts'
import { spanPrivacy } from './span-privacy.ts'

export interface TracerProviderOptions {
  service: string
  /** Share of the traces begun here that are kept, 0 to 1. Traces begun by others are kept or not as they say. */
  ratio: number
  /** Whether spans go to the OTLP endpoint that the `OTEL_EXPORTER_OTLP_…` variables name. */
  otlp: boolean
  /** A file to which spans are appended. */
  file: string | undefined
}

/** Keeps the spans of the whole process from now on and sends them off in batches. */
export function registerTracerProvider({ service, ratio, otlp, file }: TracerProviderOptions): TracerProvider {
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
  return provider
}
