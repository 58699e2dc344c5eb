import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createNameLookup, type NameLookupOptions } from '../src/outbound/name-lookup.ts'
import { type DnsServer, eventually, startDnsServer } from '../src/test/index.ts'

const opened = new AsyncDisposableStack()
const names: Record<string, readonly string[] | 'silence'> = {
  'both.example': ['192.0.2.1', '2001:db8::1'],
  'six.example': ['2001:db8::2'],
  'none.example': [],
  'pinned.example': ['192.0.2.9'],
  'silent.example': 'silence',
}
let dns: DnsServer
let hostsFile: string
beforeAll(async () => {
  dns = opened.use(await startDnsServer())
  dns.answer = (name) => names[name] ?? null
  hostsFile = join(opened.use(mkdtempDisposableSync(join(tmpdir(), 'hosts-'))).path, 'hosts')
  writeFileSync(
    hostsFile,
    '127.0.0.1\tlocalhost other # pinned\n#192.0.2.8 both.example\n192.0.2.7 Pinned.example\nnonsense both.example\n',
  )
})
afterAll(() => opened.disposeAsync())

const lookupWith = (options: Partial<NameLookupOptions> = {}) => {
  const lookup = createNameLookup({ withLocalNames: false, servers: [dns.server], hostsFile, ...options })
  return promisify(lookup) as unknown as (name: string, options: { all: boolean }) => Promise<unknown>
}
const all = { all: true }

it('a name has its addresses of both families, one of them when only one is asked for', async () => {
  const lookup = lookupWith()
  const [v4, v6] = [
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]
  expect(await lookup('both.example', all)).toEqual([v4, v6])
  expect(await lookup('BOTH.example.', all)).toEqual([v4, v6])
  expect(await lookup('both.example', { all: false })).toBe('192.0.2.1')
  expect(await lookup('six.example', all)).toEqual([{ address: '2001:db8::2', family: 6 }])
})

it('the hosts file comes first, and need not exist', async () => {
  const lookup = lookupWith()
  expect(await lookup('localhost', all)).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect(await lookup('pinned.example', all)).toEqual([{ address: '192.0.2.7', family: 4 }])
  const without = lookupWith({ hostsFile: `${hostsFile}-missing` })
  expect(await without('pinned.example', all)).toEqual([{ address: '192.0.2.9', family: 4 }])
})

it.each(['missing.example', 'none.example'])('%s is not found, and the system is not asked', async (name) => {
  const system = vi.fn<LookupFunction>()
  await expect(lookupWith({ system })(name, all)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(system).not.toHaveBeenCalled()
})

it('names whose server does not respond delay no other name, and fail in the end', async () => {
  const lookup = lookupWith({ queryTimeoutMs: 1_500 })
  const ended = vi.fn()
  const silent = Promise.allSettled(Array.from({ length: 64 }, () => lookup('silent.example', all).finally(ended)))
  await eventually(() => dns.asked.filter((name) => name === 'silent.example').length >= 128)
  expect(await lookup('six.example', all)).toHaveLength(1)
  expect(ended).not.toHaveBeenCalled()
  const codes = (await silent).map((result) => result.status === 'rejected' && result.reason.code)
  expect(new Set(codes)).toEqual(new Set(['EAI_AGAIN']))
})

it('the system resolves names that only the local network has, one at a time', async () => {
  const asked: string[] = []
  let [running, most] = [0, 0]
  const { promise: slow, resolve: respond } = Promise.withResolvers<void>()
  const system: LookupFunction = async (name, _options, callback) => {
    asked.push(name)
    most = Math.max(most, ++running)
    // Long enough for another one to begin.
    await (name === 'slow.svc' ? slow : setImmediate())
    running--
    if (name === 'missing.svc') return callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
    callback(null, [{ address: '10.0.0.1', family: 4 }])
  }
  const lookup = lookupWith({ withLocalNames: true, system })
  const waiting = Promise.allSettled(
    ['slow.svc', 'slow.svc', 'missing.svc', 'hook.svc'].map((name) => lookup(name, all)),
  )
  await eventually(() => asked.includes('slow.svc'))
  // Names of the name servers do not wait for it.
  expect(await lookup('six.example', all)).toHaveLength(1)
  respond()
  const address = { status: 'fulfilled', value: [{ address: '10.0.0.1', family: 4 }] }
  expect(await waiting).toEqual([address, address, expect.objectContaining({ status: 'rejected' }), address])
  // The name servers answer for them in any order.
  expect([most, asked.toSorted()]).toEqual([1, ['hook.svc', 'missing.svc', 'slow.svc']])
})
