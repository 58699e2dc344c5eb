import { type Meter, metrics } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { observeProcess } from './process-metrics.ts'

let shared: { provider: MeterProvider; reader: PrometheusExporter } | undefined

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
  if (!shared) {
    const reader = new PrometheusExporter({ preventServerStart: true })
    const provider = new MeterProvider({ readers: [reader] })
    metrics.setGlobalMeterProvider(provider)
    observeProcess(provider.getMeter('process'))
    shared = { provider, reader }
  }
  return shared
}
