/** Bodies that arrive byte by byte, or never. */
import { isSoak } from '../../src/is-soak.ts'
import type { Attack } from '../attack.ts'
import { holdConnections } from '../raw-connections.ts'
import type { Scenario } from '../scenario.ts'

const head = (line: string, headers: Record<string, string | number>) =>
  [line, 'Host: guidebook', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')

const json = { 'Content-Type': 'application/json' }

/** More than the connections of a gateway to one service. */
const someConnections = 140
/** More than the connections of a gateway to one service and the requests that may wait for one. */
const manyConnections = isSoak ? 2_000 : 1_200
/** Half a request reaches no service. */
const halfRequests = isSoak ? 1_500 : 500
/** 50 source addresses, like a small botnet. */
const manyAddresses = (index: number) => `127.0.1.${1 + (index % 50)}`

const deviceBody = (bytes: number) => head('POST /t/nosuchlink/devices HTTP/1.1', { ...json, 'Content-Length': bytes })

const routeBody = ({ attackers: [, { key }] }: Scenario, bytes: number) =>
  head('POST /content/geodata/route HTTP/1.1', { ...json, Authorization: key, 'Content-Length': bytes })

/** Connections that each start a request and then send a byte per second. */
const dripping = (
  name: string,
  count: number,
  begin: (scenario: Scenario) => string,
  from?: (index: number) => string,
): Attack => ({
  name,
  run: (scenario, signal, begun) =>
    holdConnections({ url: scenario.baseUrl, count, send: () => begin(scenario), drip: ' ', from }, signal, begun),
})

export const slowBodies: Attack[] = [
  dripping('140 connections without a key announce a large body and send a byte a second', someConnections, () =>
    deviceBody(900_000),
  ),
  dripping(
    `${manyConnections} connections from 50 addresses send small bodies without a key, a byte a second`,
    manyConnections,
    () => deviceBody(2_000),
    manyAddresses,
  ),
  dripping('140 connections with a key announce 60 MB and send a byte a second', someConnections, (scenario) =>
    routeBody(scenario, 60_000_000),
  ),
  dripping('140 connections with a key send small bodies, a byte a second', someConnections, (scenario) =>
    routeBody(scenario, 20_000),
  ),
  {
    name: `${halfRequests} connections send half a request head`,
    run: ({ baseUrl: url }, signal, begun) => {
      const send = () => 'GET /account HTTP/1.1\r\nHost: guidebook\r\nX-'
      return holdConnections({ url, count: halfRequests, send, from: manyAddresses }, signal, begun)
    },
  },
]
