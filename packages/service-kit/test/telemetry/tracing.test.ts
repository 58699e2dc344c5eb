import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Collector, startCollector } from '../../src/test/collector.ts'
import { bundledProgram } from './bundled-program.ts'
import { endVisits, link, type Visit, visit } from './visit.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
const program = fileURLToPath(new URL('./program.ts', import.meta.url))
const visitor = { traceparent, 'user-agent': 'visitor', authorization: 'gbk_live_keySecret' }
const newcomer = { 'user-agent': 'newcomer' }
/** Makes the program report each module that it loads. */
const recording = { NODE_OPTIONS: `--import=${new URL('./record-modules.ts', import.meta.url)}` }

interface Traced extends Visit {
  collector: Collector
}

/** Visits a program that exports spans and metrics to a new collector: first with a trace, then without one. */
async function traced(form: string, env: Record<string, string>) {
  const collector = await startCollector()
  try {
    const exporting = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER_ARG: '1',
    }
    return { collector, ...(await visit(form, { ...exporting, ...env }, [visitor, newcomer])) }
  } finally {
    await collector.stop()
  }
}

let bundle: string
beforeAll(async () => {
  bundle = await bundledProgram()
})
afterAll(endVisits)

const traceOf = (body: Visit['bodies'][number] | undefined) => body?.here.slice(3, 35) ?? ''

const spansOf = ({ collector }: Traced, trace: string, kind: string, attribute: string, value: unknown) =>
  collector.spans.filter((span) => span.traceId === trace && span.kind === kind && span.attributes[attribute] === value)

function expectTrace(seen: Traced, body: Visit['bodies'][number] | undefined): void {
  const trace = traceOf(body)
  expect([body?.there.slice(3, 35), body?.thirdParty]).toEqual([trace, ''])
  const [server] = spansOf(seen, trace, 'SERVER', 'http.route', '/t/{link}')
  expect(server).toMatchObject({
    service: 'releases',
    name: 'GET /t/{link}',
    failed: false,
    attributes: { 'url.path': '/t/{link}', 'http.request.method': 'GET', 'http.response.status_code': 200 },
  })
  const [good] = spansOf(seen, trace, 'CLIENT', 'http.response.status_code', 200)
  expect(good).toMatchObject({ parentSpanId: server?.spanId, failed: false })
  expect(body?.there.slice(36, 52)).toBe(good?.spanId)
  if (process.env.TEST_POSTGRES_URL) expectStatements(seen, trace, server?.spanId)
  expect(seen.output).toContain(`"traceId":"${trace}"`)
}

function expectStatements(seen: Traced, trace: string, parentSpanId: string | undefined): void {
  const [query] = spansOf(seen, trace, 'CLIENT', 'db.query.text', 'select $1::text')
  expect(query).toMatchObject({ failed: false, attributes: { 'db.system.name': 'postgresql' } })
  expect(seen.collector.spans.map(({ spanId }) => spanId)).toContain(query?.parentSpanId)
  expect(parentSpanId).toBeDefined()
}

function expectNoSecrets({ collector, output }: Traced): void {
  expect(collector.received()).toContain('visitor')
  expect(collector.received()).not.toMatch(
    /secretsecretsecret|querysecret|keySecret|invalid input|refused \d|client\.address/,
  )
  expect(output.replaceAll(/^loaded .*$/gm, '')).not.toContain(link)
}

/** The packages of OpenTelemetry that a program with `recording` has loaded. */
function packagesIn({ output }: Visit): (string | undefined)[] {
  const names = output.matchAll(
    /^loaded .*\/node_modules\/(@opentelemetry\/[^/]+|(?:import|require)-in-the-middle)\//gm,
  )
  return [...new Set(Array.from(names, ([, name]) => name))].sort()
}

/** In the short form a program that runs from its sources is seen only by the tests of whole systems. */
const forms = process.env.SOAK === undefined ? ['a bundle'] : ['its sources', 'a bundle']

describe.each(forms)('a program that runs from %s and exports its spans', (form) => {
  let seen: Traced
  beforeAll(async () => {
    seen = await traced(form === 'a bundle' ? bundle : program, recording)
  })

  test('traces requests, calls and statements, and nothing at its start', () => {
    const [first, second] = seen.bodies
    expect(traceOf(first)).toBe(traceId)
    expectTrace(seen, first)
    expect(seen.collector.spans.find(({ kind }) => kind === 'SERVER')?.parentSpanId).toBe('b7ad6b7169203331')
    expect(new Set(seen.collector.spans.map((span) => span.traceId))).toEqual(new Set([traceId, traceOf(second)]))
  })

  test('begins a trace for a request without one', () => {
    const [, second] = seen.bodies
    expect(traceOf(second)).toMatch(/^(?!0af7651916cd43dd)[0-9a-f]{32}$/)
    expectTrace(seen, second)
  })

  test('exports its metrics and serves them', () => {
    expect(seen.collector.metrics).toContain('http.server.request.duration')
    expect(seen.metrics).toMatch(/^http_server_request_duration_seconds_count\{.*http_route="\/t\/\{link\}".*\} 2$/m)
    expect(seen.metrics.match(/^# TYPE http_server_request_duration_seconds /gm)).toHaveLength(1)
  })

  test('marks refused and failed calls, and failed statements, as failed', () => {
    const [refused] = spansOf(seen, traceId, 'CLIENT', 'http.response.status_code', 404)
    expect(refused).toMatchObject({ failed: true, attributes: { 'error.type': '404' } })
    const [unanswered] = spansOf(seen, traceId, 'CLIENT', 'server.port', 1)
    expect(unanswered).toMatchObject({ failed: true })
    if (!process.env.TEST_POSTGRES_URL) return
    const statements = spansOf(seen, traceId, 'CLIENT', 'db.query.text', 'select $1::integer')
    expect(statements.map(({ failed }) => failed)).toContain(true)
    expect(seen.collector.received()).toContain('22P02')
  })

  test('sends no path, query string, key, value, error message or address of a client (http/json)', () => {
    expectNoSecrets(seen)
  })

  test('writes the trace into every log line of the request', () => {
    const line = seen.output.split('\n').find((one) => one.includes('looking around'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ traceId, spanId: expect.stringMatching(/^[0-9a-f]{16}$/) })
  })

  test('loads the SDK', () => {
    const packages = ['@opentelemetry/sdk-node', '@opentelemetry/instrumentation-pg', 'import-in-the-middle']
    expect(packagesIn(seen)).toEqual(expect.arrayContaining(packages))
  })
})

describe('a program that exports its spans', () => {
  test('sends no secrets with http/protobuf either, and samples the configured share of the traces that it begins', async () => {
    const seen = await traced(bundle, { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_TRACES_SAMPLER_ARG: '0' })
    expectNoSecrets(seen)
    // The first request has a trace that is sampled elsewhere.
    expect(seen.collector.received()).not.toContain('newcomer')
  })

  test('ends soon when the collector does not respond', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    // The SDK itself would wait ten minutes.
    const patient = { OTEL_EXPORTER_OTLP_TIMEOUT: '600000', OTEL_BSP_EXPORT_TIMEOUT: '600000' }
    try {
      const { output } = await visit(bundle, { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...patient }, [visitor])
      expect(output).toContain('the last spans and metrics were not sent')
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })
})

describe.each(forms)('a program without an exporter that runs from %s', (form) => {
  test('creates no spans, propagates traces, has metrics, and loads only propagation and Prometheus metrics', async () => {
    const seen = await visit(form === 'a bundle' ? bundle : program, recording, [{ traceparent }])
    expect(seen.bodies).toEqual([{ here: traceparent, there: traceparent, thirdParty: '' }])
    expect(seen.output).toContain(`"traceId":"${traceId}"`)
    expect(seen.metrics).toMatch(/^http_server_request_duration_seconds_count\{.*\} 1$/m)
    expect(seen.metrics).toMatch(/^guidebook_build_info\{service="releases",version="source",revision="unknown"\} 1$/m)
    expect(packagesIn(seen)).toEqual([
      '@opentelemetry/api',
      '@opentelemetry/context-async-hooks',
      '@opentelemetry/core',
      '@opentelemetry/exporter-prometheus',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-metrics',
      '@opentelemetry/semantic-conventions',
    ])
  })
})
