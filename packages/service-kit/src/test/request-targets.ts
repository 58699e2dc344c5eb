/** Request targets of a hostile client, and the result that each has at every listener of every service. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { ErrorCode } from '@guidebook/contracts'
import targets from './request-targets.json' with { type: 'json' }

export interface TargetCase {
  /** `GET` by default. */
  method?: string
  /** Bytes of the request line, as Latin-1. */
  target: string
  /** `HTTP/1.1` by default. */
  version?: string
  /** Lines of the header section; `Host: guidebook.test` by default. */
  headers?: readonly string[]
  /** The origin form that the operation sees, or the error code. */
  verdict: { sees: string } | { code: ErrorCode }
}

const item = '/content/geodata/item'
const longest = 8_000

const sees = (target: string, origin = target): TargetCase => ({ target, verdict: { sees: origin } })
const refused = (code: ErrorCode, target: string): TargetCase => ({ target, verdict: { code } })

export const targetCases: readonly TargetCase[] = [
  // Targets of an operation: `/content/geodata/{geodata_id}`, `/account` or `/t/{link}`.
  ...Object.values(targets.seen).flatMap((group) => group.map((target) => sees(target))),
  sees(`${item}?${'x'.repeat(longest - item.length - 1)}`),
  // Targets in absolute form are reduced to their path, for every authority.
  ...Object.entries(targets.reduced).map(([target, origin]) => sees(target, origin)),
  { ...sees(item), version: 'HTTP/1.0' },
  { ...sees(item), version: 'HTTP/1.0', headers: [] },
  ...targets.refused['not-found'].map((target) => refused('not-found', target)),
  { ...refused('not-found', '*'), method: 'OPTIONS' },
  ...targets.refused['bad-target'].map((target) => refused('bad-target', target)),
  { ...refused('bad-target', 'guidebook.test:443'), method: 'CONNECT' },
  { ...refused('bad-target', '/account#x'), method: 'DELETE' },
  { ...refused('bad-target', '/account#x'), version: 'HTTP/1.0' },
  refused('malformed-request', '/account /x'),
  { ...refused('malformed-request', '/account'), version: 'HTTP/9.9' },
  { ...refused('malformed-request', '/account'), headers: [] },
  { ...refused('malformed-request', '/account'), headers: ['Host: x', 'no colon'] },
  { ...refused('malformed-request', '/account'), method: 'GE(T' },
  refused('target-too-long', `${item}?${'x'.repeat(longest - item.length)}`),
  refused('target-too-long', `/${'x'.repeat(12_000)}`),
  refused('headers-too-large', `/${'x'.repeat(20_000)}`),
]

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

/** Sends the case unchanged over a new connection and reads the response until the connection closes. */
export async function sendTarget(
  url: string,
  { method = 'GET', target, version = 'HTTP/1.1', headers = ['Host: guidebook.test'] }: TargetCase,
  authorization?: string,
): Promise<TargetAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const credentials = authorization === undefined ? [] : [`Authorization: ${authorization}`]
  const lines = [`${method} ${target} ${version}`, ...headers, ...credentials, 'Connection: close', '', '']
  // Not ended: Node treats a half-closed connection as a disconnected client.
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
