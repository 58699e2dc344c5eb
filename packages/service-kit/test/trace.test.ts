import { NodeSDK } from '@opentelemetry/sdk-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emit } from '../src/broker/index.ts'
import { currentTraceId, withTrace } from '../src/telemetry/trace.ts'
import { eventually, testVirtualHost } from '../src/test/index.ts'
import { Stack } from './fixture.ts'

const stack = new Stack()
const sdk = new NodeSDK({
  instrumentations: [],
  traceExporter: { export: (_spans, done) => done({ code: 0 }), shutdown: async () => undefined },
})

beforeAll(() => sdk.start())
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await sdk.shutdown()
})

test('what a message causes belongs to the trace of the work that told it', async () => {
  const url = await testVirtualHost()
  const sender = await stack.database('geodata')
  const receiver = await stack.database('releases')
  const traces: (string | null)[] = []
  const subscription = stack
    .broker({ url, service: 'releases', database: receiver })
    .subscribe('guidebook.changed.v1', async () => void traces.push(currentTraceId()))
  await stack.start(stack.broker({ url, service: 'geodata', database: sender }).relay, subscription)
  const told = await withTrace(null, 'request', async () => {
    await sender.transaction((trx) => emit(trx, 'guidebook.changed.v1', { account: 'a', guidebook: 'g', version: 1 }))
    return currentTraceId()
  })
  expect(told).toMatch(/^[0-9a-f]{32}$/)
  expect(await eventually(() => traces[0])).toBe(told)
})
