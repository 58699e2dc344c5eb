import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseProxy } from '@guidebook/service-kit/outbound'
import { type DnsServer, inwardHosts, startDnsServer } from '@guidebook/service-kit/test'
import { makeCertificate, type Receiver, startReceiver } from '@guidebook/service-kit/test/https-receiver'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptResult, SenderOptions } from '../src/delivery/send.ts'
import { type ConnectProxy, startProxy } from './connect-proxy.ts'
import { firstAttempt } from './first-attempt.ts'
import { startFixture } from './fixture.ts'
import { withSender } from './with-sender.ts'

const name = 'shop.example'
/** One address of this machine represents the public ones. */
const outside = '127.0.0.2'

let receiver: Receiver
let dns: DnsServer
let proxy: ConnectProxy
beforeAll(async () => {
  receiver = await startReceiver({ host: null, names: [name] })
  dns = await startDnsServer()
  proxy = await startProxy()
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(() => {
  receiver.dialled.length = 0
  proxy.asked.length = 0
  proxy.refuse = undefined
  dns.answer = () => [outside]
})

const through = <T>(
  proxyUrl: string,
  use: (send: (host: string) => Promise<AttemptResult>) => Promise<T>,
  options: Partial<SenderOptions> = {},
) =>
  withSender(
    `${outside}/32`,
    { proxy: parseProxy(proxyUrl), ca: [receiver.certificate], lookup: dns.lookup, ...options },
    (send) => use((host) => send(`https://${host}:${receiver.port}/hook`)),
  )

it('every webhook goes through the configured proxy, which receives an address and its credentials', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'proxy-'))
  const file = join(folder.path, 'url')
  writeFileSync(file, `${proxy.url.replace('//', '//guidebook:p%40ss@')}\n`)
  await using fixture = await startFixture({ WEBHOOK_PROXY_URL: `@${file}` })
  let shown: string | undefined
  proxy.refuse = (request) => {
    shown = request.headers['proxy-authorization']
    return false
  }
  const delivery = await firstAttempt(fixture, fixture.receiver.url)
  expect(delivery.attempts).toMatchObject([{ status: 204, outcome: 'acknowledged' }])
  expect(proxy.asked).toEqual([`127.0.0.1:${fixture.receiver.port}`])
  expect(shown).toBe(`Basic ${Buffer.from('guidebook:p@ss').toString('base64')}`)
  expect(fixture.receiver.received[0]?.headers).toMatchObject({ host: `localhost:${fixture.receiver.port}` })
  expect(fixture.receiver.received[0]?.headers).not.toHaveProperty('proxy-authorization')
})

it('a proxy may use TLS; the receiver’s certificate is still verified by its name', async () => {
  const certificate = await makeCertificate(['localhost'])
  await using secure = await startProxy(certificate)
  const ca = [certificate.certificate, receiver.certificate]
  const [known, other] = await through(secure.url, (send) => Promise.all([send(name), send('other.example')]), { ca })
  expect([known.outcome, other.outcome]).toEqual(['acknowledged', 'tls-failed'])
  expect(secure.asked).toEqual([`${outside}:${receiver.port}`, `${outside}:${receiver.port}`])
})

it('a proxy that cannot reach one address family is asked for the other', async () => {
  dns.answer = () => ['2001:4860::1', '2001:4860::2', outside]
  proxy.refuse = (request, socket) => {
    if (!request.url?.startsWith('[')) return false
    socket.end('HTTP/1.1 503 No way\r\n\r\n')
    return true
  }
  const result = await through(proxy.url, (send) => send(name))
  expect(result.outcome).toBe('acknowledged')
  expect(new Set(proxy.asked)).toContain(`${outside}:${receiver.port}`)
  expect(proxy.asked.length).toBeLessThanOrEqual(2)
})

it('a proxy is never asked for internal addresses', async () => {
  receiver.answer = (_request, response) => response.writeHead(204, { connection: 'close' }).end()
  const answers = [[outside], ['127.0.0.1'], [outside, '::1']]
  dns.answer = () => answers[dns.asked.length % answers.length] as string[]
  const hosts = [...inwardHosts, ...Array.from({ length: 90 }, () => name)]
  const results = await through(proxy.url, (send) => Promise.all(hosts.map(send)))
  expect(new Set(proxy.asked)).toEqual(new Set([`${outside}:${receiver.port}`]))
  expect(new Set(receiver.dialled)).toEqual(new Set([`::ffff:${outside}`]))
  expect(results.filter(({ outcome }) => outcome === 'acknowledged').length).toBeGreaterThan(20)
})

describe('a failure of the proxy is recorded as such', () => {
  const answering = (text: string) => (_request: unknown, socket: Socket) => {
    socket.end(text)
    return true
  }
  it.each([
    [
      'wants other credentials',
      answering('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
      { id: 'proxy-status', values: { status: '407' } },
    ],
    ['is none', answering('SSH-2.0-OpenSSH_9.6\r\n'), { id: 'proxy', values: { code: 'HPE_INVALID_CONSTANT' } }],
    [
      'hangs up',
      (_request: unknown, socket: Socket) => socket.destroy().destroyed,
      { id: 'proxy', values: { code: 'ECONNRESET' } },
    ],
    ['never answers', () => true, { id: 'proxy-timeout' }],
  ])('a proxy that %s', async (_title, refuse, reason) => {
    proxy.refuse = refuse
    const result = await through(proxy.url, (send) => send(name), { timeoutMs: 2_000 })
    expect(result).toMatchObject({
      outcome: 'proxy-failed',
      status: null,
      response: null,
      reason,
    })
    expect(receiver.dialled).toEqual([])
  })

  it.each([502, 503, 504])(
    'a proxy that responds with %s could not reach the receiver: that is the receiver’s failure',
    async (status) => {
      proxy.refuse = answering(`HTTP/1.1 ${status} No Way\r\ncontent-length: 4\r\n\r\nnone`)
      expect(await through(proxy.url, (send) => send(name))).toMatchObject({
        outcome: 'connection-failed',
        reason: { id: 'unreached-by-proxy', values: { code: `PROXY_${status}` } },
      })
    },
  )

  it('while the proxy is unavailable the delivery is retried as after any failure', async () => {
    // Nothing listens on port 1; another test may get the port of a proxy that was stopped.
    await using fixture = await startFixture({ WEBHOOK_PROXY_URL: 'http://guidebook:secret@127.0.0.1:1' })
    const delivery = await firstAttempt(fixture, fixture.receiver.url)
    expect(delivery.attempts).toMatchObject([
      { outcome: 'proxy-failed', reason: 'The outgoing proxy opened no connection (ECONNREFUSED).' },
    ])
    const waitMs = Date.parse(delivery.nextAttemptAt ?? '') - fixture.clock.now().getTime()
    expect(waitMs).toBeGreaterThanOrEqual(5_000)
    expect(waitMs).toBeLessThanOrEqual(5_500)
    // The receiver is not to blame.
    const endpoint = await fixture.database.knex('endpoints').first('failures', 'failing_since')
    expect(endpoint).toEqual({ failures: 1, failing_since: null })
  })
})

it.each([
  'socks5://localhost:1080',
  'http://localhost:3128/path',
  'localhost:3128',
  'http://user:to%psecret@localhost',
])('%s is not a valid proxy, and the fault does not repeat it', (text) => {
  expect(() => parseProxy(text)).toThrow(
    expect.objectContaining({ message: 'must be a URL such as http://user:password@proxy.example:3128' }),
  )
})
