import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterEach, describe, expect, test } from 'vitest'
import type { SpanLine } from '../../src/telemetry/span-file.ts'
import { bareEnvironment } from '../../src/test/bare-environment.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const link = 'secretsecretsecret'
const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const program = fileURLToPath(new URL('./program.ts', import.meta.url))

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

interface Visit {
  body: { here: string; there: string }
  output: string
  spans: SpanLine[]
}

/** Runs the program, asks it for its page once, ends it, and answers what it said and traced. */
async function visit(path: string, env: Record<string, string>, headers: Record<string, string>): Promise<Visit> {
  const started = spawn(process.execPath, [path], {
    env: { ...bareEnvironment(), TEST_POSTGRES_URL: process.env.TEST_POSTGRES_URL, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  let output = ''
  started.stderr.on('data', (chunk) => {
    output += chunk
  })
  const lines = createInterface({ input: started.stdout })
  const ready = Promise.withResolvers<string>()
  lines.on('line', (line) => {
    output += `${line}\n`
    const { msg, address } = JSON.parse(line)
    if (msg === 'ready') ready.resolve(address)
  })
  started.on('exit', () => ready.reject(new Error(`ended before it was ready:\n${output}`)))
  const response = await fetch(`${await ready.promise}/t/${link}`, { headers })
  const body = (await response.json()) as Visit['body']
  started.kill('SIGTERM')
  const [code] = await once(started, 'close')
  expect(code, output).toBe(0)
  const file = env.TRACE_FILE
  const spans =
    file !== undefined && existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
  return { body, output, spans }
}

/** The way a service is built for a container: our code in a bundle of each, npm's packages beside it as they are. */
async function bundled(): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), 'tracing-'))
  await build({
    entryPoints: [program],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    plugins: [
      {
        name: 'npm-stays-outside',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@guidebook/') ? undefined : { path, external: true },
          )
        },
      },
    ],
  })
  mkdirSync(join(outdir, 'node_modules'))
  for (const modules of ['../../node_modules', '../../../contracts/node_modules']) {
    for (const name of readdirSync(source(modules)).filter((one) => !existsSync(join(outdir, 'node_modules', one)))) {
      symlinkSync(source(`${modules}/${name}`), join(outdir, 'node_modules', name), 'dir')
    }
  }
  symlinkSync(source('../../package.json'), join(outdir, 'package.json'))
  return join(outdir, 'program.js')
}

function tracing(): Record<string, string> {
  return {
    TRACE_FILE: join(mkdtempSync(join(tmpdir(), 'trace-')), 'spans.jsonl'),
    OTEL_SERVICE_NAME: 'releases',
    OTEL_TRACES_SAMPLER_ARG: '1',
  }
}

function expectOneTrace({ body, spans, output }: Visit, traceId: string): void {
  expect(body.here.slice(3, 35)).toBe(traceId)
  expect(body.there.slice(3, 35)).toBe(traceId)
  const server = spans.find(({ attributes }) => attributes['http.route'] !== undefined)
  expect(server).toMatchObject({
    service: 'releases',
    traceId,
    name: 'GET /t/{link}',
    attributes: { 'url.path': '/t/{link}', 'http.route': '/t/{link}' },
  })
  const asked = spans.find(({ name }) => name === 'GET /t/{link}/gpx')
  expect(asked).toMatchObject({ kind: 'CLIENT', traceId, parentSpanId: server?.spanId })
  expect(asked?.attributes).toMatchObject({ 'http.response.status_code': 200 })
  if (process.env.TEST_POSTGRES_URL) {
    const query = { traceId, parentSpanId: server?.spanId, attributes: { 'db.query.text': 'select $1::text' } }
    expect(spans.find(({ name }) => name === 'program/look')).toMatchObject(query)
  }
  expect(JSON.stringify(spans)).not.toMatch(/secretsecretsecret|querysecret/)
  expect(output).not.toContain(link)
  expect(output).toContain(`"traceId":"${traceId}"`)
}

describe('tracing', () => {
  test('traces requests, questions and queries of a program in TypeScript, without the link', async () => {
    const seen = await visit(program, tracing(), { traceparent })
    expectOneTrace(seen, '0af7651916cd43dd8448eb211c80319c')
    expect(seen.spans.find(({ name }) => name === 'GET /t/{link}')?.parentSpanId).toBe('b7ad6b7169203331')
  })

  test('traces the same program when it is bundled', async () => {
    expectOneTrace(await visit(await bundled(), tracing(), { traceparent }), '0af7651916cd43dd8448eb211c80319c')
  })

  test('begins a trace for a request that brings none', async () => {
    const seen = await visit(program, tracing(), {})
    const traceId = seen.spans[0]?.traceId ?? ''
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expectOneTrace(seen, traceId)
  })

  test('keeps the share of traces that it is told', async () => {
    const seen = await visit(program, { ...tracing(), OTEL_TRACES_SAMPLER_ARG: '0' }, {})
    expect(seen.spans).toEqual([])
  })

  test('without a taker makes no spans, and lets a trace pass through', async () => {
    const seen = await visit(program, {}, { traceparent })
    expect(seen.body.here).toBe(traceparent)
    expect(seen.output).toContain('"traceId":"0af7651916cd43dd8448eb211c80319c"')
  })

  test('refuses a share that is none', async () => {
    await expect(visit(program, { ...tracing(), OTEL_TRACES_SAMPLER_ARG: 'often' }, {})).rejects.toThrow('from 0 to 1')
  })
})
