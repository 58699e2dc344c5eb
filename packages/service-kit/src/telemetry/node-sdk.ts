import { getNodeAutoInstrumentations } from '@opentelemetry/auto-instrumentations-node'
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { InstrumentationBase } from '@opentelemetry/instrumentation'
import { envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationType,
  ConsoleMetricExporter,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor, ConsoleSpanExporter, type SpanExporter } from '@opentelemetry/sdk-trace'
import { register } from 'import-in-the-middle/register-hooks.mjs'
import { probes } from '../probes.ts'
import { buildInfo, prometheusReader } from './metrics.ts'
import { createPropagation } from './propagation.ts'
import { spanPrivacy } from './span-privacy.ts'
import type { Exporter } from './start-telemetry.ts'

interface SdkOptions {
  service: string
  traces: Exporter | null
  metrics: Exporter | null
  protocol: 'http/protobuf' | 'http/json'
}

/** Starts OpenTelemetry's SDK: from here on, the modules that it instruments make spans when they are loaded. */
export function startSdk({ service, traces, metrics, protocol }: SdkOptions): NodeSDK {
  const json = protocol === 'http/json'
  const spanExporters: Record<Exporter, () => SpanExporter> = {
    otlp: () => (json ? new JsonTraceExporter() : new OTLPTraceExporter()),
    console: () => new ConsoleSpanExporter(),
  }
  const metricExporters: Record<Exporter, () => PushMetricExporter> = {
    otlp: () => (json ? new JsonMetricExporter() : new OTLPMetricExporter()),
    console: () => new ConsoleMetricExporter(),
  }
  const batches = (exporter: SpanExporter) => new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })
  const pushing = (exporter: PushMetricExporter) => new PeriodicExportingMetricReader({ exporter })
  const sdk = new NodeSDK({
    ...createPropagation(),
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': buildInfo.version }),
    // Other detectors would report the arguments and the user of the process.
    resourceDetectors: [envDetector],
    spanProcessors: traces === null ? [] : [spanPrivacy(), batches(spanExporters[traces]())],
    metricReaders: [prometheusReader(), ...(metrics === null ? [] : [pushing(metricExporters[metrics]())])],
    // The app measures its requests itself, with or without the SDK.
    views: [
      {
        meterName: '@opentelemetry/instrumentation-http',
        instrumentName: 'http.server.request.duration',
        aggregation: { type: AggregationType.DROP },
      },
    ],
    logRecordProcessors: [],
    instrumentations: instrumentations(),
  })
  sdk.start()
  return sdk
}

function instrumentations() {
  // The library reads this variable to create only these instrumentations.
  process.env.OTEL_NODE_ENABLED_INSTRUMENTATIONS ??= 'amqplib,aws-sdk,http,knex,pg,pino,undici'
  const created = getNodeAutoInstrumentations({
    '@opentelemetry/instrumentation-http': {
      ignoreIncomingRequestHook: ({ url = '' }) => probes.has(url.split('?', 1)[0] ?? ''),
      requireParentforOutgoingSpans: true,
    },
    // Requests without a parent come from loops, several times a second.
    '@opentelemetry/instrumentation-undici': { requireParentforSpans: true },
    '@opentelemetry/instrumentation-knex': { requireParentSpan: true },
    '@opentelemetry/instrumentation-pg': { requireParentSpan: true },
    '@opentelemetry/instrumentation-aws-sdk': { suppressInternalInstrumentation: true },
    '@opentelemetry/instrumentation-pino': {
      disableLogSending: true,
      logKeys: { traceId: 'traceId', spanId: 'spanId', traceFlags: 'traceFlags' },
    },
  })
  const modules = created.flatMap((one) => (one instanceof InstrumentationBase ? one.getModuleDefinitions() : []))
  // Every module that passes the hook costs time, so only instrumented modules do.
  register({ include: modules.map(({ name }) => name) })
  return created
}
