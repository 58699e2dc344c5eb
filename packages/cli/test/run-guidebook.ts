import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { run } from '../src/index.ts'

interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: unknown
}

interface Answered {
  status?: number
  /** JSON by default. */
  type?: string
  body?: unknown
  /** Bytes, instead of JSON. */
  raw?: Buffer
}

/** Parses JSON; any other body is a text. */
const bodyOf = (headers: IncomingMessage['headers'], text: string): unknown => {
  if (text === '') return undefined
  return headers['content-type'] === 'application/json' ? JSON.parse(text) : text
}

/** A stub of the admin listener. `answers` are by method and path without the query; a lost one closes the connection; anything else is 404. */
export async function startStubListener(
  answers: Record<string, Answered | 'lost' | ((request: Received) => Answered)>,
) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: bodyOf(headers, text) }
    received.push(one)
    const answer = answers[`${method} ${url.split('?')[0]}`] ?? { status: 404, body: problem('not-found', 404) }
    if (answer === 'lost') return void response.destroy()
    const { status = 200, type = 'application/json', body, raw } = typeof answer === 'function' ? answer(one) : answer
    response.writeHead(status, { 'content-type': type })
    response.end(raw ?? (body === undefined ? undefined : JSON.stringify(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const problem = (code: string, status: number, errors: { pointer: string; message: string }[] = []) => ({
  type: `https://guidebook.test/docs/errors/${code}`,
  title: `Title of ${code}`,
  status,
  code,
  requestId: 'request-1',
  errors: errors.map((fault) => ({ ...fault, code })),
})

function collector(isTTY: boolean) {
  const chunks: string[] = []
  const written = new EventEmitter()
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk))
      written.emit('more')
      done()
    },
  })
  const text = () => chunks.join('')
  return {
    stream: Object.assign(stream, { isTTY }),
    text,
    /** Resolves when it contains this text. */
    async holds(words: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = words.exec(text())
        if (found !== null) return found
        await once(written, 'more')
      }
    },
  }
}

export interface Result {
  code: number
  out: string
  err: string
}

interface Options {
  env?: Record<string, string>
  input?: string
  isTTY?: boolean
  /** Content of `local.json`; absent: no local system is running. */
  local?: object
}

/** Starts a command line as in a pipe, with an empty environment. */
export function startGuidebook(words: readonly string[], options: Options = {}) {
  const { env = {}, input = '', isTTY = false, local } = options
  const dataFolder = mkdtempSync(join(tmpdir(), 'guidebook-cli-'))
  if (local !== undefined) writeFileSync(join(dataFolder, 'local.json'), JSON.stringify(local))
  const [stdout, stderr] = [collector(isTTY), collector(isTTY)]
  const controller = new AbortController()
  const ended = run(words, {
    env,
    stdin: Readable.from([input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    dataFolder,
    interruption: () => controller.signal,
  })
    .then((code): Result => ({ code, out: stdout.text(), err: stderr.text() }))
    .finally(() => rmSync(dataFolder, { recursive: true }))
  return { stdout, stderr, ended, interrupt: () => controller.abort() }
}

/** Runs a command line to the end. */
export const guidebook = (words: readonly string[], options: Options = {}): Promise<Result> =>
  startGuidebook(words, options).ended

/** The same with a stub listener. */
export const guidebookAt = (url: string, words: readonly string[], options: Options = {}) =>
  guidebook(words, { ...options, env: { GUIDEBOOK_ADMIN_URL: url, GUIDEBOOK_ADMIN_TOKEN: 'token-1', ...options.env } })

export const account = (fields: object = {}) => ({
  id: 'id-of-abc',
  oid: 'ABC',
  name: 'Alpine Walks',
  email: 'office@operator.example',
  type: 'operator',
  defaultLang: 'en',
  timeZone: 'UTC',
  test: false,
  colors: { primary: '#0a7d4b', secondary: '#f4a300' },
  logo: null,
  app: { iosUrl: null, androidUrl: null },
  roadbook: { paper: 'A4' },
  emergencyPhone: null,
  connections: [],
  suspension: null,
  version: 1,
  createdAt: '2026-07-01T08:00:00.000Z',
  updatedAt: '2026-07-01T08:00:00.000Z',
  ...fields,
})
