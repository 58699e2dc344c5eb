import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ReleaseRecord, schemas } from '@guidebook/contracts'
import { generate } from 'selfsigned'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitCodes } from '../src/index.ts'
import { guidebook, startGuidebook } from './run-guidebook.ts'

const [example] = (schemas.releaseRecord as { examples?: ReleaseRecord[] }).examples ?? []
const record = { ...(example as ReleaseRecord), bundleName: 'Grüße aus 旅行 🥾' }
const body = JSON.stringify(record)
const [secret, otherSecret] = ['a', 'b'].map((letter) => `whsec_${Buffer.from(letter.repeat(24)).toString('base64')}`)
const inEnvironment = { env: { GUIDEBOOK_WEBHOOK_SECRET: secret as string } }

const folder = mkdtempSync(join(tmpdir(), 'guidebook-listen-'))
const [certificate, key, secretFile] = ['crt', 'key', 'secret'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', curve: 'P-256' })
  writeFileSync(certificate, made.cert)
  writeFileSync(key, made.private)
  writeFileSync(secretFile, `${secret}\n`)
})
afterAll(() => rmSync(folder, { recursive: true }))

type Headers = Record<string, string>

const signed = ({
  id = 'msg_1',
  at = new Date(),
  by = [secret],
  sent = body,
}: {
  id?: string
  at?: Date
  by?: unknown[]
  sent?: string
} = {}): Headers => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': by.map((one) => new Webhook(String(one)).sign(id, at, sent)).join(' '),
})

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

const post = (url: string, headers: Headers, sent: string | Buffer = body, method = 'POST') =>
  new Promise<number | undefined>((resolve, reject) => {
    const send = url.startsWith('https:') ? secureRequest : request
    const call = send(url, { method, headers, rejectUnauthorized: false, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    call.on('error', reject)
    call.end(sent)
  })

/** The running command and its address. */
async function listening(args: readonly string[] = [], options: Parameters<typeof startGuidebook>[1] = inEnvironment) {
  const command = startGuidebook(['webhook', 'listen', '--port', '0', ...args], options)
  const early = command.ended.then(({ err }) => Promise.reject(new Error(`the command ended: ${err}`)))
  early.catch(() => undefined)
  const [url] = await Promise.race([command.stderr.holds(/https?:\/\/127\.0\.0\.1:\d+/), early])
  return {
    url,
    ...command,
    async [Symbol.asyncDispose]() {
      command.interrupt()
      await command.ended
    },
  }
}

describe('webhook listen', () => {
  test('prints each genuine delivery on one line, responds with 204, and marks a repeated one', async () => {
    await using command = await listening()
    expect(await post(command.url, signed())).toBe(204)
    expect(await post(command.url, signed())).toBe(204)
    command.interrupt()
    const { code, out } = await command.ended
    const [first = '', second = '', ...more] = out.split('\n')
    expect([code, more]).toEqual([exitCodes.done, ['']])
    expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}genuine {2}msg_1 {2}sent \d{4}-/)
    for (const part of [record.url, `code ${record.downloadCode}`, record.bundleName, 'answered 204'])
      expect(first).toContain(part)
    expect(second).toContain('genuine, again  msg_1')
  })

  test('accepts a delivery when one of its signatures matches the secret', async () => {
    await using command = await listening()
    expect(await post(command.url, signed({ by: [otherSecret, secret] }))).toBe(204)
  })

  test.each<[string, Headers, string, number, string]>([
    ['no headers', {}, body, 401, 'webhook-id, webhook-timestamp or webhook-signature is missing'],
    ['another secret', signed({ by: [otherSecret] }), body, 401, 'no signature matches'],
    ['a changed body', signed(), `${body} `, 401, 'no signature matches'],
    ['an old timestamp', signed({ at: minutes(-6) }), body, 401, 'webhook-timestamp is more than five minutes old'],
    ['a future timestamp', signed({ at: minutes(6) }), body, 401, 'webhook-timestamp is more than five minutes ahead'],
    ['an empty body', signed({ sent: '' }), '', 401, 'signed, but not a record'],
    ['a body without a record', signed({ sent: 'null' }), 'null', 401, 'signed, but not a record'],
    ['a body that is not JSON', signed({ sent: '{' }), '{', 401, 'signed, but not JSON'],
    ['more than a mebibyte', signed(), 'x'.repeat(1024 * 1024 + 1), 413, 'larger than 1 MiB'],
  ])('rejects %s, prints the reason and nothing of the body', async (_, headers, sent, status, reason) => {
    await using command = await listening()
    expect(await post(command.url, headers, sent)).toBe(status)
    const [line] = await command.stdout.holds(/.+\n/)
    expect(line).toContain(`refused: ${reason}`)
    expect(line).not.toContain(record.url)
  })

  test('rejects methods other than POST, and escapes control characters in headers', async () => {
    await using command = await listening()
    expect(await post(command.url, { 'webhook-id': 'a\u009bb' }, '', 'GET')).toBe(405)
    const [line] = await command.stdout.holds(/.+\n/)
    expect(line).toContain('refused: GET; deliveries are POST requests  a\\u009bb')
  })

  test('prints a JSON object per line with the whole record', async () => {
    await using command = await listening(['--json', '--count', '1'])
    await post(command.url, {})
    await post(command.url, signed({ at: new Date('2099-01-01') }))
    await post(command.url, signed({ id: 'msg_2' }))
    const { out } = await command.ended
    const [bare, early, genuine] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(bare).toMatchObject({ webhookId: null, sentAt: null, genuine: false, answered: 401, record: null })
    expect(early).toMatchObject({ webhookId: 'msg_1', sentAt: '2099-01-01T00:00:00.000Z', genuine: false })
    expect(genuine).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      webhookId: 'msg_2',
      sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
      genuine: true,
      reason: null,
      repeated: false,
      answered: 204,
      record,
    })
  })

  test('responds with --answer, and ends after --count genuine deliveries', async () => {
    await using command = await listening(['--answer', '503', '--count', '2'])
    expect(await post(command.url, signed())).toBe(503)
    expect(await post(command.url, signed({ by: [otherSecret] }))).toBe(401)
    expect(await post(command.url, signed())).toBe(503)
    const { code, out } = await command.ended
    expect([code, out.trim().split('\n').length]).toEqual([exitCodes.done, 3])
  })

  test('uses HTTPS with a certificate, and reports failed TLS connections', async () => {
    await using command = await listening(['--cert', certificate, '--key', key])
    expect(command.url).toMatch(/^https:/)
    expect(await post(command.url, signed())).toBe(204)
    await expect(post(command.url.replace('https:', 'http:'), signed())).rejects.toThrow()
    await command.stderr.holds(/a TLS connection failed: .+/)
  })

  test('with --local listens on the port that the local system delivers to, with its certificate', async () => {
    const port = await freePort()
    const command = startGuidebook(['webhook', 'listen', '--local', '--secret-file', secretFile], {
      local: { webhookReceiver: { port, certificate, key } },
    })
    await command.stderr.holds(new RegExp(`Listening at https://127.0.0.1:${port};`))
    expect(await post(`https://127.0.0.1:${port}/release-shared`, signed())).toBe(204)
    command.interrupt()
    expect((await command.ended).code).toBe(exitCodes.done)
  })

  test.each<[string, string[], Parameters<typeof guidebook>[1]]>([
    ['file', ['--secret-file', secretFile], {}],
    ['standard input', ['--secret-file', '-'], { input: `${secret}\n` }],
    ['file that the environment names', [], { env: { GUIDEBOOK_WEBHOOK_SECRET: `@${secretFile}` } }],
  ])('reads its secret from a %s', async (_, args, options) => {
    await using command = await listening(args, options)
    expect(await post(command.url, signed())).toBe(204)
  })

  test.each<[string[], Parameters<typeof guidebook>[1], string]>([
    [[], {}, 'the secret of the webhook is missing'],
    [['--secret-file', '/nowhere/secret'], {}, '/nowhere/secret cannot be read'],
    [[], { env: { GUIDEBOOK_WEBHOOK_SECRET: 'whsec_not base64' } }, 'this is not a webhook secret'],
    [[], { env: { GUIDEBOOK_WEBHOOK_SECRET: 'whsec_A' } }, 'this is not a webhook secret'],
    [['--cert', certificate], inEnvironment, 'HTTPS needs both --cert and --key'],
    [['--cert', secretFile, '--key', key], inEnvironment, 'the certificate or its key is invalid'],
    [['--local'], inEnvironment, 'no local system is running'],
    [['--local', '--port', '1'], inEnvironment, '--local has its own port'],
    [['--port', '65536'], inEnvironment, '--port must be a whole number from 0 to 65535'],
    [['--answer', '100'], inEnvironment, '--answer must be a whole number from 200 to 599'],
    [['--count', '0'], inEnvironment, '--count must be a whole number from 1'],
  ])('refuses to start with %j and says why, without the secret', async (args, options, sentence) => {
    const { code, out, err } = await guidebook(['webhook', 'listen', ...args], options)
    expect([code, out]).toEqual([exitCodes.usage, ''])
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/not base64|YWFhYWFh/)
  })

  test('reports that its port is in use', async () => {
    await using command = await listening()
    const { port } = new URL(command.url)
    const { code, err } = await guidebook(['webhook', 'listen', '--port', port], inEnvironment)
    expect(code).toBe(exitCodes.refused)
    expect(err).toContain(`cannot listen on port ${port}: listen EADDRINUSE`)
  })

  test('exits with 0 on Ctrl-C, also on a second one and while a delivery hangs', async () => {
    const program = join(import.meta.dirname, '../src/main.ts')
    const child = spawn(process.execPath, [program, 'webhook', 'listen', '--port', '0'], {
      env: { ...process.env, GUIDEBOOK_WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = once(child, 'exit')
    const [line] = (await once(createInterface({ input: child.stderr }), 'line')) as [string]
    const hanging = request(/http:\S+\d/.exec(line)?.[0] ?? '', { method: 'POST', headers: { 'content-length': 9 } })
    hanging.on('error', () => undefined)
    hanging.write('12345')
    await once(hanging, 'socket').then(([socket]) => (socket.connecting ? once(socket, 'connect') : undefined))
    const again = setInterval(() => child.kill('SIGINT'), 1)
    expect(await exited).toEqual([exitCodes.done, null])
    clearInterval(again)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
