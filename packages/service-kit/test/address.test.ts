import { describe, expect, it } from 'vitest'
import { destinationFault } from '../src/outbound/destination.ts'
import { ForbiddenAddressError, guardedLookup } from '../src/outbound/guarded-connect.ts'
import { isAllowedAddress, parseNetworks } from '../src/outbound/public-address.ts'
import { inwardHosts } from '../src/test/inward-hosts.ts'

const strict = { admittedNetworks: [], admittedPorts: [] }

describe('a URL with an internal address is refused without a DNS lookup', () => {
  it.each(inwardHosts)('https://%s/', (host) => {
    expect(destinationFault(`https://${host}/hook`, strict)).not.toBeNull()
  })

  it('the list of internal addresses is not truncated', () => {
    expect(new Set(inwardHosts).size).toBeGreaterThanOrEqual(150)
  })
})

it.each([
  ['http://example.com/', 'https'],
  ['ftp://example.com/', 'https'],
  ['not a url', 'URL'],
  ['https://user:secret@example.com/', 'password'],
  ['https://example.com:8443/', '443'],
  ['https://example.com/#here', 'fragment'],
])('%s is refused with a message that contains %s', (url, word) => {
  expect(destinationFault(url, strict)).toContain(word)
})

it.each([
  'https://example.com/',
  'https://example.com:443/hooks?x=1',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
])('%s may be tried', (url) => {
  expect(destinationFault(url, strict)).toBeNull()
})

it('an internal network and port can be allowed, and nothing else becomes allowed', () => {
  const policy = { admittedNetworks: parseNetworks('127.0.0.0/8, ::1/128'), admittedPorts: [9443] }
  expect(destinationFault('https://127.0.0.1:9443/', policy)).toBeNull()
  expect(destinationFault('https://[::1]:9443/', policy)).toBeNull()
  expect(destinationFault('https://10.0.0.1:9443/', policy)).not.toBeNull()
  expect(destinationFault('https://127.0.0.1:9444/', policy)).not.toBeNull()
})

it('a text that is not an address is not public', () => {
  expect(isAllowedAddress('example.com', [])).toBe(false)
})

describe('every address of a name is checked', () => {
  const resolving = (...addresses: string[]) =>
    guardedLookup([], ((_host: string, _options: unknown, callback: (...args: unknown[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as never)
  const ask = (lookup: ReturnType<typeof resolving>, all: boolean) =>
    new Promise((resolve, reject) =>
      lookup('name.example', { all }, (error, address) => (error ? reject(error) : resolve(address))),
    )

  it('public addresses are returned', async () => {
    expect(await ask(resolving('8.8.8.8'), false)).toBe('8.8.8.8')
    expect(await ask(resolving('8.8.8.8'), true)).toEqual([{ address: '8.8.8.8', family: 4 }])
  })

  it('one internal address among them refuses all', async () => {
    await expect(ask(resolving('8.8.8.8', '127.0.0.1'), false)).rejects.toBeInstanceOf(ForbiddenAddressError)
    await expect(ask(resolving('::ffff:10.0.0.1'), true)).rejects.toBeInstanceOf(ForbiddenAddressError)
    await expect(ask(resolving(), true)).rejects.toBeInstanceOf(ForbiddenAddressError)
  })
})
