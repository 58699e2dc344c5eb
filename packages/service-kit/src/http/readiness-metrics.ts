import { meter } from '../telemetry/index.ts'
import type { ReadReadiness } from './readiness.ts'

/** Measures what `/readyz` reports. Runs the checks, which have a deadline, when metrics are collected. */
export function observeReadiness(readiness: ReadReadiness): void {
  const instruments = meter('@guidebook/service-kit')
  const ready = instruments.createObservableGauge('service_ready', {
    description: '1 while the service accepts requests and all its dependencies are usable.',
  })
  const dependency = instruments.createObservableGauge('dependency_up', {
    description: '1 while the dependency is usable, by the name of its check in /readyz.',
  })
  instruments.addBatchObservableCallback(
    async (result) => {
      const { status, checks } = await readiness({ withFacts: false })
      result.observe(ready, status === 'up' ? 1 : 0)
      for (const name in checks) result.observe(dependency, checks[name] === 'up' ? 1 : 0, { dependency: name })
    },
    [ready, dependency],
  )
}
