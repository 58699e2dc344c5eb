import { beforeEach, expect, test, vi } from 'vitest'
import { startTelemetry } from './start-telemetry.ts'

const { startSdk } = vi.hoisted(() => ({ startSdk: vi.fn() }))
vi.mock('./node-sdk.ts', () => ({ startSdk }))
beforeEach(() => startSdk.mockClear())

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

test.each([
  ['no exporter', {}],
  ['exporters set to none', { ...endpoint, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }],
  ['a disabled SDK', { ...endpoint, OTEL_SDK_DISABLED: 'true' }],
])('with %s no SDK starts', async (_, env) => {
  await startTelemetry('releases', env)
  expect(startSdk).not.toHaveBeenCalled()
})

test.each([
  [{}, 'parentbased_traceidratio', '0.1'],
  [{ OTEL_TRACES_SAMPLER_ARG: '0.5' }, 'parentbased_traceidratio', '0.5'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, 'traceidratio', undefined],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' }, 'traceidratio', '0.5'],
])('with %j the SDK gets the sampler %s with %s', async (settings, sampler, share) => {
  const env: NodeJS.ProcessEnv = { ...endpoint, ...settings }
  await startTelemetry('releases', env)
  expect(startSdk).toHaveBeenCalledOnce()
  expect([env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG]).toEqual([sampler, share])
})

test('a share that is not between 0 and 1 is refused', async () => {
  await expect(startTelemetry('releases', { ...endpoint, OTEL_TRACES_SAMPLER_ARG: 'often' })).rejects.toThrow(
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
  )
})
