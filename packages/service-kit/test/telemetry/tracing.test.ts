import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Collector, startCollector } from '../../src/test/collector.ts'
import { bundledProgram } from './bundled-program.ts'
import { endVisits, link, type Visit, visit } from './visit.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
const program = fileURLToPath(new URL('./program.ts', import.meta.url))

let collector: Collector
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(async () => {
  endVisits()
  await collector.stop()
})

const exporting = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_TRACES_SAMPLER_ARG: '1',
})
const spansOf = (kind: string, attribute: string, value: unknown) =>
  collector.spans.filter((span) => span.kind === kind && span.attributes[attribute] === value)

function expectOneTrace({ body, output }: Visit, trace: string): void {
  expect([body.here.slice(3, 35), body.there.slice(3, 35), body.thirdParty]).toEqual([trace, trace, ''])
  // Also nothing of what the program did before the request.
  expect(new Set(collector.spans.map((span) => span.traceId))).toEqual(new Set([trace]))
  const [server] = spansOf('SERVER', 'http.route', '/t/{link}')
  expect(server).toMatchObject({
    service: 'releases',
    name: 'GET /t/{link}',
    failed: false,
    attributes: { 'url.path': '/t/{link}', 'http.request.method': 'GET', 'http.response.status_code': 200 },
  })
  const [good] = spansOf('CLIENT', 'http.response.status_code', 200)
  expect(good).toMatchObject({ parentSpanId: server?.spanId, failed: false })
  expect(body.there.slice(36, 52)).toBe(good?.spanId)
  if (process.env.TEST_POSTGRES_URL) expectStatements(server?.spanId)
  expect(output).toContain(`"traceId":"${trace}"`)
}

function expectStatements(parentSpanId: string | undefined): void {
  const [query] = spansOf('CLIENT', 'db.query.text', 'select $1::text')
  expect(query).toMatchObject({ failed: false, attributes: { 'db.system.name': 'postgresql' } })
  expect(collector.spans.map(({ spanId }) => spanId)).toContain(query?.parentSpanId)
  expect(parentSpanId).toBeDefined()
}

describe('a program that exports its spans', () => {
  test('traces requests, calls and statements when it runs from its sources', async () => {
    expectOneTrace(await visit(program, exporting(), { traceparent }), traceId)
    expect(collector.spans.find(({ kind }) => kind === 'SERVER')?.parentSpanId).toBe('b7ad6b7169203331')
  })

  test('traces the same when it is bundled', async () => {
    expectOneTrace(await visit(await bundledProgram(), exporting(), { traceparent }), traceId)
  })

  test('begins a trace for a request that brings none', async () => {
    const seen = await visit(program, exporting())
    const begun = collector.spans[0]?.traceId ?? ''
    expect(begun).toMatch(/^[0-9a-f]{32}$/)
    expectOneTrace(seen, begun)
  })

  test('marks a call that is refused or not answered, and a statement that PostgreSQL refuses, as failed', async () => {
    await visit(program, exporting(), { traceparent })
    const [refused] = spansOf('CLIENT', 'http.response.status_code', 404)
    expect(refused).toMatchObject({ failed: true, attributes: { 'error.type': '404' } })
    const [unanswered] = spansOf('CLIENT', 'server.port', 1)
    expect(unanswered).toMatchObject({ failed: true })
    if (!process.env.TEST_POSTGRES_URL) return
    const statements = spansOf('CLIENT', 'db.query.text', 'select $1::integer')
    expect(statements.map(({ failed }) => failed)).toContain(true)
    expect(collector.received()).toContain('22P02')
  })

  test.each(['http/json', 'http/protobuf'])(
    'sends no path, query string, key, value, error message or address of a client (%s)',
    async (protocol) => {
      const env = { ...exporting(), OTEL_EXPORTER_OTLP_PROTOCOL: protocol }
      const headers = { traceparent, 'user-agent': 'visitor', authorization: 'gbk_live_keySecret' }
      const { output } = await visit(program, env, headers)
      expect(collector.received()).toContain('visitor')
      expect(collector.received()).not.toMatch(
        /secretsecretsecret|querysecret|keySecret|invalid input|refused \d|client\.address/,
      )
      expect(output).not.toContain(link)
    },
  )

  test('writes the trace into every log line of the request', async () => {
    const { output } = await visit(program, exporting(), { traceparent })
    const line = output.split('\n').find((one) => one.includes('looking around'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ traceId, spanId: expect.stringMatching(/^[0-9a-f]{16}$/) })
  })

  test('keeps the requested share of the traces that it begins', async () => {
    await visit(program, { ...exporting(), OTEL_TRACES_SAMPLER_ARG: '0' })
    expect(collector.spans).toEqual([])
  })

  test('refuses a share that is not between 0 and 1', async () => {
    await expect(visit(program, { ...exporting(), OTEL_TRACES_SAMPLER_ARG: 'often' })).rejects.toThrow('from 0 to 1')
  })

  test('exports its metrics, too', async () => {
    const { metrics } = await visit(program, exporting())
    expect(collector.metrics).toContain('http.server.request.duration')
    expect(metrics).toMatch(/^http_server_request_duration_seconds_count\{.*http_route="\/t\/\{link\}".*\} 1$/m)
    expect(metrics.match(/^# TYPE http_server_request_duration_seconds /gm)).toHaveLength(1)
  })
})

describe.each([
  ['without an exporter', () => ({})],
  ['with exporters that are none', () => ({ OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' })],
  ['whose SDK is disabled', () => ({ ...exporting(), OTEL_SDK_DISABLED: 'true' })],
])('a program %s', (_, env) => {
  test('makes no spans, lets a trace pass through, and has metrics', async () => {
    const { body, output, metrics } = await visit(program, env(), { traceparent })
    expect(body).toEqual({ here: traceparent, there: traceparent, thirdParty: '' })
    expect(output).toContain(`"traceId":"${traceId}"`)
    expect(metrics).toMatch(/^http_server_request_duration_seconds_count\{.*\} 1$/m)
    expect(metrics).toMatch(/^guidebook_build_info\{service="releases",version="source",revision="unknown"\} 1$/m)
    expect(collector.received()).toBe('')
  })
})

describe.each([
  ['its sources', async () => program],
  ['a bundle', bundledProgram],
])('a program that runs from %s', (_, form) => {
  const recording = { NODE_OPTIONS: `--import=${new URL('./record-modules.ts', import.meta.url)}` }
  const loaded = async (env: Record<string, string>) => {
    const { output } = await visit(await form(), { ...recording, ...env })
    const names = output.matchAll(
      /^loaded .*\/node_modules\/(@opentelemetry\/[^/]+|(?:import|require)-in-the-middle)\//gm,
    )
    return [...new Set(Array.from(names, ([, name]) => name))].sort()
  }

  test('loads only propagation and Prometheus metrics without an exporter', async () => {
    expect(await loaded({})).toEqual([
      '@opentelemetry/api',
      '@opentelemetry/context-async-hooks',
      '@opentelemetry/core',
      '@opentelemetry/exporter-prometheus',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-metrics',
      '@opentelemetry/semantic-conventions',
    ])
  })

  test('loads the SDK with an exporter', async () => {
    const packages = ['@opentelemetry/sdk-node', '@opentelemetry/instrumentation-pg', 'import-in-the-middle']
    expect(await loaded(exporting())).toEqual(expect.arrayContaining(packages))
  })
})
