import { SpanStatusCode, trace } from '@opentelemetry/api'
import { type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepared } from '../../src/database/index.ts'
import { registerPropagation, withClientSpan, withTrace } from '../../src/telemetry/index.ts'
import { Stack } from '../fixture.ts'

const ended: ReadableSpan[] = []
const named = (name: string) => ended.find((span) => span.name === name)
const stack = new Stack()

beforeAll(() => {
  registerPropagation()
  const keep = { onStart: () => undefined, forceFlush: async () => undefined, shutdown: async () => undefined }
  const onEnd = (span: ReadableSpan) => void ended.push(span)
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [{ ...keep, onEnd }] }))
})
afterAll(() => stack[Symbol.asyncDispose]())

test('a statement that PostgreSQL refuses is a failed span with its SQLSTATE, and without its values', async () => {
  const { knex } = await stack.database('geodata')
  const refused = withTrace(null, 'request', () => prepared(knex, 'spans/refused', 'SELECT 1 / length(?::text)', ['']))
  await expect(refused).rejects.toThrow()
  expect(named('spans/refused')).toMatchObject({
    status: { code: SpanStatusCode.ERROR },
    attributes: { 'error.type': '22012', 'db.query.text': 'SELECT 1 / length($1::text)' },
  })
})

test('a question that is refused, or that nobody answers, is a failed span', async () => {
  const ask = (template: string, answer: () => Promise<{ statusCode: number }>) =>
    withTrace(null, 'request', () => withClientSpan({ method: 'GET', host: 'there', template }, answer))
  expect(await ask('/refused', async () => ({ statusCode: 404 }))).toEqual({ statusCode: 404 })
  const reset = Object.assign(new Error('a secret word'), { code: 'ECONNRESET' })
  await expect(ask('/reset', () => Promise.reject(reset))).rejects.toBe(reset)
  expect(await ask('/good', async () => ({ statusCode: 200 }))).toEqual({ statusCode: 200 })
  expect(named('GET /refused')).toMatchObject({
    status: { code: SpanStatusCode.ERROR },
    attributes: { 'error.type': '404', 'http.response.status_code': 404 },
  })
  expect(named('GET /reset')).toMatchObject({
    status: { code: SpanStatusCode.ERROR },
    attributes: { 'error.type': 'ECONNRESET' },
  })
  expect(named('GET /reset')?.status).not.toHaveProperty('message')
  expect(named('GET /good')?.status.code).toBe(SpanStatusCode.UNSET)
})

test('what no one asked for carries no trace and makes no span', async () => {
  const before = ended.length
  await withClientSpan({ method: 'GET', host: 'there' }, async (headers) => {
    expect(headers).toEqual({})
    return { statusCode: 200 }
  })
  expect(ended).toHaveLength(before)
})
