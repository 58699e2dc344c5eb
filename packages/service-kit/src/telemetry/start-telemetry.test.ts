import { expect, test } from 'vitest'
import { readTelemetry } from './start-telemetry.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

test.each([
  ['no exporter', {}],
  ['exporters set to none', { ...endpoint, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }],
  ['a disabled SDK', { ...endpoint, OTEL_SDK_DISABLED: 'true' }],
])('with %s no SDK starts', (_, env) => {
  expect(readTelemetry(env)).toBeNull()
})

const usual = (share: string) => ({
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: share,
})

test.each([
  [{}, usual('0.1')],
  [{ OTEL_TRACES_SAMPLER_ARG: '0.5' }, usual('0.5')],
  // The SDK reads both variables itself.
  [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, {}],
])('with %j the variables of the sampler become %j', (settings, sampler) => {
  expect(readTelemetry({ ...endpoint, ...settings })).toMatchObject({ traces: 'otlp', metrics: 'otlp', sampler })
})

test('a share that is not between 0 and 1 is refused', () => {
  expect(() => readTelemetry({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: 'often' })).toThrow(
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
  )
})
