import { createSocket } from 'node:dgram'
import { promises } from 'node:dns'
import { once } from 'node:events'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Lookup } from '../outbound/index.ts'

export interface DnsServer {
  /** The current addresses of a name, of both families; `null`: the name does not exist; `silence`: no response. */
  answer: (name: string) => readonly string[] | 'silence' | null
  /** The queried names, in order. */
  asked: string[]
  /** A lookup of both families at this server, like that of the system. */
  lookup: Lookup
  /** Its address and port. */
  server: string
  [Symbol.asyncDispose](): Promise<void>
}

const types = { A: 1, AAAA: 28 } as const

/** A DNS server on this machine; a test chooses each response (RFC 1035, sections 4.1 and 4.2.1). */
export const startDnsServer = async (): Promise<DnsServer> => {
  const socket = createSocket('udp4')
  const server: Omit<DnsServer, 'lookup' | 'server'> = {
    answer: () => null,
    asked: [],
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    server.asked.push(name)
    const addresses = server.answer(name)
    if (addresses === 'silence') return
    const records = (addresses ?? []).filter((text) => (isIP(text) === 6 ? types.AAAA : types.A) === type).map(record)
    const header = Buffer.from(query.subarray(0, 12))
    // Flags of the response to a recursive query; code 3: the name does not exist.
    header.writeUInt16BE(addresses === null ? 0x81_83 : 0x81_80, 2)
    for (const [offset, count] of [1, records.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * offset)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const address = `127.0.0.1:${socket.address().port}`
  const resolver = new promises.Resolver()
  resolver.setServers([address])
  return Object.assign(server, { lookup: lookupBy(resolver), server: address })
}

const questionOf = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A record of the name in the question (by a pointer), class IN, TTL 0. */
const record = (text: string): Buffer => {
  const bytes = ipaddr.parse(text).toByteArray()
  const head = Buffer.from([0xc0, 12, 0, bytes.length === 4 ? types.A : types.AAAA, 0, 1, 0, 0, 0, 0, 0, bytes.length])
  return Buffer.concat([head, Buffer.from(bytes)])
}

const lookupBy =
  (resolver: promises.Resolver): Lookup =>
  async (name, _options, callback) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) {
      return callback(
        null,
        found.map((address) => ({ address, family: isIP(address) })),
      )
    }
    // The system's lookup reports ENOTFOUND for a name without addresses, too.
    callback(Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' }), [])
  }
