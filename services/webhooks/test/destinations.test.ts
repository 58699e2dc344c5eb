import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { type DnsServer, inwardHosts, startDnsServer, supportIdentity } from '@guidebook/service-kit/test'
import { type Receiver, startReceiver } from '@guidebook/service-kit/test/https-receiver'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttemptResult } from '../src/delivery/send.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { withSender } from './with-sender.ts'

const rebound = 'rebound.example'
/** Listens on every address of this machine and records which of them clients connect to. */
let receiver: Receiver
let dns: DnsServer
beforeAll(async () => {
  receiver = await startReceiver({ host: null, names: [rebound] })
  dns = await startDnsServer()
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
})
beforeEach(() => {
  receiver.dialled.length = 0
  dns.asked.length = 0
})

const reaching = <T>(admitted: string, use: (send: (host: string) => Promise<AttemptResult>) => Promise<T>) =>
  withSender(admitted, { ca: [receiver.certificate], lookup: dns.lookup }, (send) =>
    use((host) => send(`https://${host}:${receiver.port}/hook`)),
  )

const isWork = new AsyncLocalStorage<boolean>()

/** How many connections the work begins, wherever to. Other parts of this process may connect meanwhile. */
const connectsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let connects = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'TCPCONNECTWRAP' && isWork.getStore()) connects++
    },
  }).enable()
  await isWork.run(true, work).finally(() => hook.disable())
  return connects
}

describe('an internal address', () => {
  it('is never connected to, however it is written', async () => {
    // Names of the internal network resolve as they do at its own name server.
    dns.answer = () => ['127.0.0.1', '::1']
    const results: AttemptResult[] = []
    const connects = await connectsDuring(() =>
      reaching('', async (send) => {
        results.push(...(await Promise.all(inwardHosts.map(send))))
      }),
    )
    expect(connects).toBe(0)
    expect(receiver.dialled).toEqual([])
    expect(results.filter(({ status }) => status !== null)).toEqual([])
  })

  it.each(['127.0.0.1', '[::1]', '0.0.0.0', '127.0.0.2', '[::ffff:127.0.0.1]'])(
    '%s is reached when its network is allowed',
    async (host) => {
      const connects = await connectsDuring(() => reaching('0.0.0.0/0, ::/0', (send) => send(host)))
      expect([connects, receiver.dialled.length]).toEqual([1, 1])
    },
  )

  describe('cannot be set', () => {
    let fixture: Fixture
    beforeAll(async () => {
      fixture = await startFixture({
        WEBHOOK_ALLOWED_NETWORKS: undefined,
        WEBHOOK_ALLOWED_PORTS: String(receiver.port),
      })
    })
    afterAll(() => fixture[Symbol.asyncDispose]())

    it.each(['https:///x', 'https://x/hook', 'https://?x'])('%s, which names no public host', async (url) => {
      const setting = fixture.gateway.call(operations.setAccountWebhook, {
        params: { account_id: randomUUID() },
        identity: supportIdentity(),
        body: { url },
      })
      await expect(setting).rejects.toMatchObject({
        code: expect.stringMatching(/webhook-url-not-allowed|invalid-field/),
      })
    })

    it.each(inwardHosts)('https://%s', async (host) => {
      const setting = fixture.gateway.call(operations.setAccountWebhook, {
        params: { account_id: randomUUID() },
        identity: supportIdentity(),
        body: { url: `https://${host}:${receiver.port}/hook` },
      })
      await expect(setting).rejects.toMatchObject({ code: 'webhook-url-not-allowed', faults: [{ pointer: '/url' }] })
      expect(receiver.dialled).toEqual([])
    })
  })
})

describe('a name that resolves differently each time', () => {
  // One address of this machine represents the public ones, so that the test connects to no other machine.
  const outside = '127.0.0.2'
  // Allowed but unreachable: the socket then tries the next address of the response.
  const nowhere = '240.0.0.1'
  // An odd number, so that the queries of each address family get all of them.
  const answers = [
    [outside],
    ['127.0.0.1'],
    [outside, '127.0.0.1'],
    [outside, '::1'],
    ['::1'],
    [outside],
    [outside, '::ffff:127.0.0.1'],
    ['127.0.0.1', outside],
    [nowhere, '127.0.0.1'],
    ['::1', '127.0.0.1'],
    ['0.0.0.0'],
    [outside, 'fe80::1'],
    [],
  ]

  it('leads only to allowed addresses, in hundreds of tries', async () => {
    receiver.answer = (_request, response) => response.writeHead(204, { connection: 'close' }).end()
    // A name is queried for one address family, then for the other; each query gets the next list.
    dns.answer = () => answers[dns.asked.length % answers.length] as string[]
    const lookup = vi.spyOn(dns, 'lookup')
    const results = await reaching(`${outside}/32, ${nowhere}/32`, async (send) => {
      const all: AttemptResult[] = []
      // A few at a time: on a busy machine, the queries of hundreds at once are repeated before they are answered.
      while (all.length < 325) all.push(...(await Promise.all(Array.from({ length: 25 }, () => send(rebound)))))
      return all
    })
    const { acknowledged = [], ...others } = Object.groupBy(results, ({ outcome }) => outcome)
    expect(Object.keys(others).sort()).toEqual(['address-forbidden', 'name-not-resolved'])
    expect(acknowledged.length).toBeGreaterThan(30)
    expect(new Set(receiver.dialled)).toEqual(new Set([`::ffff:${outside}`]))
    // The name is not resolved again between the check and the connection.
    expect(lookup).toHaveBeenCalledTimes(325)
  })
})
