/** Request targets as a hostile client writes them, and what becomes of each at every listener of every service. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { ErrorCode } from '@guidebook/contracts'

export interface TargetCase {
  /** `GET` unless it says otherwise. */
  method?: string
  /** Bytes of the request line, as Latin-1. */
  target: string
  /** `HTTP/1.1` unless it says otherwise. */
  version?: string
  /** Lines of the header section; `Host: guidebook.test` unless it says otherwise. */
  headers?: readonly string[]
  /** The origin form that the operation sees, or the code of the refusal. */
  verdict: { sees: string } | { code: ErrorCode }
}

const item = '/content/geodata/item'
const longest = 8_000

const sees = (target: string, origin = target): TargetCase => ({ target, verdict: { sees: origin } })
const refused =
  (code: ErrorCode) =>
  (target: string): TargetCase => ({ target, verdict: { code } })

/** Targets that lead to an operation: those of `/content/geodata/{geodata_id}`, `/account` and `/t/{link}`. */
const reaching: readonly TargetCase[] = [
  ...[
    item,
    '/account',
    '/t/link',
    `${item}?x=1`,
    `${item}?`,
    `${item}?a=%2F%5C`,
    `${item}?a=/b?c`,
    `${item}?a=../..`,
    `${item};v=1`,
    `${item}&x=1`,
    `${item}.`,
    // Dot segments are text: nothing removes them, so nothing can be led astray by them.
    '/content/geodata/.',
    '/content/geodata/..',
    '/content/geodata/%2e%2e',
    '/content/geodata/..;',
    // Decoded once, never twice.
    '/content/geodata/a%252Fb',
    '/content/geodata/a%20b',
    '/content/geodata/%C3%A9',
    '/content/geodata/a%23b%3Fc',
    '/content/geodata/a:b@c',
    '/content/geodata/"<>^`{|}',
    `${item}?${'x'.repeat(longest - item.length - 1)}`,
  ].map((target) => sees(target)),
  // The absolute form is reduced to its path, whatever the authority.
  sees(`http://guidebook.test${item}`, item),
  sees(`HTTP://GUIDEBOOK.TEST:8080${item}?x=1`, `${item}?x=1`),
  sees(`https://elsewhere.example${item}`, item),
  sees(`http://[::1]:80${item}`, item),
  sees(`http://127.0.0.1:99999${item}`, item),
  sees('http://guidebook.test/account', '/account'),
  sees('hTTps://x/t/link', '/t/link'),
  { ...sees(item), version: 'HTTP/1.0' },
  { ...sees(item), version: 'HTTP/1.0', headers: [] },
]

const leadingNowhere: readonly TargetCase[] = [
  ...[
    '/',
    '//',
    '/?x=1',
    `/${item}`,
    `//guidebook.test${item}`,
    '//account',
    '/content//geodata/item',
    `${item}/`,
    '/content/geodata/',
    '/content/../account',
    '/./account',
    '/account/',
    '/account/.',
    '/account/..;/account',
    '/content/geodata/a/../item',
    '/content/geodata/%2e%2e/geodata/item',
    '/Account',
    '/%61ccount',
    '/account;x',
    '/account%23x',
    '/account%3Fx',
    '/account%00',
    '/account%',
    '/content/geodata/%',
    '/content/geodata/%zz',
    '/content/geodata/%c3%28',
    '/content/geodata/%00',
    '/internal/dead-letters',
    '/readyz',
    'http://guidebook.test',
    'http://guidebook.test/',
    'http://guidebook.test?x=1',
    'http://guidebook.test//account',
  ].map(refused('not-found')),
  { ...refused('not-found')('*'), method: 'OPTIONS' },
]

const unreadable: readonly TargetCase[] = [
  ...[
    '/account#',
    '/account#x',
    `${item}#x`,
    `${item}?x#y`,
    `${item}?x=%23#`,
    '/docs#tag/account',
    '/account\\',
    '/\\account',
    '\\account',
    '/content\\geodata\\item',
    `${item}?a=\\`,
    '/content/release/a/LINK\\build\\events#',
    '/account%2F',
    '/account%2fkeys',
    '/%2Faccount',
    '%2Faccount',
    '/content%2Fgeodata%2Fitem',
    '/content/geodata/..%2f..%2faccount',
    '/account%5C',
    '/content/geodata/a%5cb',
    '/account\x01',
    '/account\x1f',
    '/account\x7f',
    '/account\t',
    '/account\x00',
    '/account\xe9',
    '/content/geodata/\xc3\xa9',
    'http://user@guidebook.test/account',
    'http://user:word@guidebook.test/account',
    'http://guidebook.test/account#x',
    'http://guidebook.test#/account',
    'http://guidebook.test/a%2Fb',
    'http:///account',
    'http:/account',
    'http:account',
    'http://guidebook.test\\account',
    'ftp://guidebook.test/account',
    'ws://guidebook.test/account',
    'file:///account',
    'javascript:alert(1)',
    'guidebook.test:443',
    'account',
    '?x=1',
    '#',
    '*',
  ].map(refused('bad-target')),
  { ...refused('bad-target')('guidebook.test:443'), method: 'CONNECT' },
  { ...refused('bad-target')('/account#x'), method: 'DELETE' },
  { ...refused('bad-target')('/account#x'), version: 'HTTP/1.0' },
  { ...refused('malformed-request')('/account /x') },
  { ...refused('malformed-request')('/account'), version: 'HTTP/9.9' },
  { ...refused('malformed-request')('/account'), headers: [] },
  { ...refused('malformed-request')('/account'), headers: ['Host: x', 'no colon'] },
  { ...refused('malformed-request')('/account'), method: 'GE(T' },
  refused('target-too-long')(`${item}?${'x'.repeat(longest - item.length)}`),
  refused('target-too-long')(`/${'x'.repeat(12_000)}`),
  refused('headers-too-large')(`/${'x'.repeat(20_000)}`),
]

export const targetCases: readonly TargetCase[] = [...reaching, ...leadingNowhere, ...unreadable]

/** For the title of a test. */
export function titleOf({ method = 'GET', target, version = 'HTTP/1.1', headers }: TargetCase): string {
  const shown = JSON.stringify(target.length > 60 ? `${target.slice(0, 40)}… (${target.length})` : target)
  return `${method} ${shown} ${version}${headers === undefined ? '' : ` with ${JSON.stringify(headers)}`}`
}

export interface TargetAnswer {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  body: string
}

/** Sends the case over a new connection, byte by byte as it is written, and reads the answer until the connection ends. */
export async function sendTarget(
  url: string,
  { method = 'GET', target, version = 'HTTP/1.1', headers = ['Host: guidebook.test'] }: TargetCase,
  authorization?: string,
): Promise<TargetAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const credentials = authorization === undefined ? [] : [`Authorization: ${authorization}`]
  const lines = [`${method} ${target} ${version}`, ...headers, ...credentials, 'Connection: close', '', '']
  // Not ended: Node takes a half-closed connection for a client that left.
  socket.write(Buffer.from(lines.join('\r\n'), 'latin1'))
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const [statusLine = '', ...fields] = head.split('\r\n')
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(
      fields.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    ),
    body: rest.join('\r\n\r\n'),
  }
}
