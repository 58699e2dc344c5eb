import { type Meter, metrics } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { observeProcess } from './process-metrics.ts'

/** One reader a process, found again by every copy of this module (sources, bundle, preload). */
const key = Symbol.for('guidebook.metrics')
const shared = globalThis as { [key]?: { provider: MeterProvider; reader: PrometheusExporter } }

/** The meter of a part, whose instruments appear at `/metrics`. Call it where the part is created, not when a module loads. */
export function meter(name: string): Meter {
  return registered().provider.getMeter(name)
}

/** All metrics of this process in the Prometheus text format. */
export async function prometheusText(): Promise<string> {
  const { resourceMetrics } = await registered().reader.collect()
  return new PrometheusSerializer('', false, undefined, true, true).serialize(resourceMetrics)
}

function registered() {
  if (!shared[key]) {
    const reader = new PrometheusExporter({ preventServerStart: true })
    const provider = new MeterProvider({ readers: [reader] })
    metrics.setGlobalMeterProvider(provider)
    observeProcess(provider.getMeter('process'))
    shared[key] = { provider, reader }
  }
  return shared[key]
}
