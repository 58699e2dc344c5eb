import { describe, expect, it } from 'vitest'
import { destinationFault } from './destination.ts'
import { ForbiddenAddress, guardedLookup } from './guarded-connect.ts'
import { isAllowedAddress, parseNetworks } from './public-address.ts'

const strict = { admittedNetworks: [], admittedPorts: [] }

/** Spellings that lead inwards once a URL parser or a resolver has read them. */
const inward = [
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '10.0.0.1',
  '10.255.255.255',
  '0xa.0.0.1',
  '012.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '2886729729',
  '192.168.0.1',
  '192.168.255.255',
  '0xc0a80001',
  '3232235521',
  '192.168.1',
  '169.254.169.254',
  '169.254.0.1',
  '2852039166',
  '0xA9FEA9FE',
  '0251.0376.0251.0376',
  '100.64.0.1',
  '100.127.255.255',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '198.18.0.1',
  '198.19.255.255',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '127.0.0.1.',
  '10.0.0.1.',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a00:1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',
  '[2002:c0a8:1::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[ff0e::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
  '[8000::1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
  'host.home.arpa',
  '１２７.0.0.1',
  '127。0。0。1',
  '⑩.0.0.1',
]

describe('an address that leads inwards is refused by its text', () => {
  it.each(inward)('https://%s/', (host) => {
    expect(destinationFault(`https://${host}/hook`, strict)).not.toBeNull()
  })

  it('the list is long enough to mean something', () => {
    expect(new Set(inward).size).toBeGreaterThanOrEqual(80)
  })
})

it.each([
  ['http://example.com/', 'https'],
  ['ftp://example.com/', 'https'],
  ['not a url', 'URL'],
  ['https://user:secret@example.com/', 'password'],
  ['https://example.com:8443/', '443'],
  ['https://example.com/#here', 'fragment'],
])('%s is refused, with a word about %s', (url, word) => {
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

it('a network and a port of one’s own can be admitted, and admit nothing else', () => {
  const policy = { admittedNetworks: parseNetworks('127.0.0.0/8, ::1/128'), admittedPorts: [9443] }
  expect(destinationFault('https://127.0.0.1:9443/', policy)).toBeNull()
  expect(destinationFault('https://[::1]:9443/', policy)).toBeNull()
  expect(destinationFault('https://10.0.0.1:9443/', policy)).not.toBeNull()
  expect(destinationFault('https://127.0.0.1:9444/', policy)).not.toBeNull()
})

it('a text that is no address is not public', () => {
  expect(isAllowedAddress('example.com', [])).toBe(false)
})

describe('a name is judged by every address it resolves to', () => {
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

  it('public ones are handed on', async () => {
    expect(await ask(resolving('8.8.8.8'), false)).toBe('8.8.8.8')
    expect(await ask(resolving('8.8.8.8'), true)).toEqual([{ address: '8.8.8.8', family: 4 }])
  })

  it('one that leads inwards among them refuses all', async () => {
    await expect(ask(resolving('8.8.8.8', '127.0.0.1'), false)).rejects.toBeInstanceOf(ForbiddenAddress)
    await expect(ask(resolving('::ffff:10.0.0.1'), true)).rejects.toBeInstanceOf(ForbiddenAddress)
    await expect(ask(resolving(), true)).rejects.toBeInstanceOf(ForbiddenAddress)
  })
})
