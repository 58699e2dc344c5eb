import { trace } from '@opentelemetry/api'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emit } from '../src/broker/index.ts'
import { withTrace } from '../src/telemetry/index.ts'
import { registerPropagation } from '../src/telemetry/propagation.ts'
import { currentTraceId } from '../src/telemetry/trace.ts'
import { eventually, testVirtualHost } from '../src/test/index.ts'
import { Stack } from './fixture.ts'

const stack = new Stack()

beforeAll(() => {
  registerPropagation()
  trace.setGlobalTracerProvider(new TracerProvider())
})
afterAll(async () => {
  // Other test files of the worker share the API.
  trace.disable()
  await stack[Symbol.asyncDispose]()
})

test('a message continues the trace of the work that emitted it', async () => {
  const url = await testVirtualHost('service-kit')
  const sender = await stack.database('geodata')
  const receiver = await stack.database('releases')
  const traces: (string | null)[] = []
  const subscription = stack
    .broker({ url, service: 'releases', database: receiver })
    .subscribe('guidebook.changed.v1', async () => void traces.push(currentTraceId()))
  await stack.start(stack.broker({ url, service: 'geodata', database: sender }).relay, subscription)
  const emitted = await withTrace(null, 'request', async () => {
    await sender.transaction((trx) => emit(trx, 'guidebook.changed.v1', { account: 'a', guidebook: 'g', version: 1 }))
    return currentTraceId()
  })
  expect(emitted).toMatch(/^[0-9a-f]{32}$/)
  expect(await eventually(() => traces[0])).toBe(emitted)
})
