import { type Meter, metrics } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider, type MetricData } from '@opentelemetry/sdk-metrics'
import { observeProcess } from './process-metrics.ts'

let reader: PrometheusExporter | undefined
let processObserved = false

/** Collects the metrics of `/metrics`. Belongs to the first MeterProvider that uses it: the SDK's, or the one of `meter`. */
export function prometheusReader(): PrometheusExporter {
  reader ??= new PrometheusExporter({ preventServerStart: true })
  return reader
}

/**
 * The meter of a component, whose instruments appear at `/metrics`. Call it where the component is created, not when a module loads.
 */
export function meter(name: string): Meter {
  if (reader === undefined) metrics.setGlobalMeterProvider(new MeterProvider({ readers: [prometheusReader()] }))
  if (!processObserved) {
    processObserved = true
    observeProcess(metrics.getMeter('process'))
  }
  return metrics.getMeter(name)
}

/** All metrics of this process in the Prometheus text format. */
export async function prometheusText(): Promise<string> {
  const { resourceMetrics } = await prometheusReader().collect()
  const scopeMetrics = resourceMetrics.scopeMetrics.map((scope) => ({
    ...scope,
    metrics: scope.metrics.map(withUnitInName),
  }))
  return new PrometheusSerializer('', false, undefined, true, true).serialize({ ...resourceMetrics, scopeMetrics })
}

const unitSuffixes: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' }

/** OpenTelemetry names a metric without its unit, Prometheus with it; the serializer does not add it. */
function withUnitInName<M extends MetricData>(metric: M): M {
  const { name, unit } = metric.descriptor
  const suffix = unitSuffixes[unit]
  if (suffix === undefined || name.endsWith(suffix)) return metric
  return { ...metric, descriptor: { ...metric.descriptor, name: name + suffix } }
}

/** Replaced when a service is bundled (`infra/build`); undefined when it runs from its sources. */
declare const GUIDEBOOK_VERSION: string | undefined
declare const GUIDEBOOK_REVISION: string | undefined

/** The build of this process. */
export const buildInfo = {
  version: typeof GUIDEBOOK_VERSION === 'undefined' ? 'source' : GUIDEBOOK_VERSION,
  /** The commit. */
  revision: typeof GUIDEBOOK_REVISION === 'undefined' ? 'unknown' : GUIDEBOOK_REVISION,
}

export function observeBuild(service: string): void {
  meter('@guidebook/service-kit')
    .createObservableGauge('guidebook_build_info', {
      description: 'Version and commit of the running service; always 1.',
    })
    .addCallback((result) => result.observe(1, { service, ...buildInfo }))
}
