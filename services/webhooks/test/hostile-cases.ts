import type { ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import type { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { Delivery } from '@guidebook/contracts'
import { expect } from 'vitest'
import { certificates, overHttp2, overHttps, overTcp, overTls } from './hostile-receiver.ts'

type Attempt = Delivery['attempts'][number]

export interface Case {
  /** Completes "a receiver …". */
  title: string
  server: Server | null
  /** Where the webhook's address says it is. */
  host?: string
  attempt: Partial<Attempt>
  /** After how many milliseconds the next attempt follows, at the soonest; `null`: none does. */
  waitMs?: number | null
}

/** The time that the service under test allows an attempt. */
export const timeoutMs = 2_000
export const second = 1000
const day = 86_400 * second
const tooLate = 'No complete answer came within the time allowed.'
const brokenOff = (code: string) => `The connection was broken off before the answer was complete (${code}).`

const answers = (status: number, headers: Record<string, string> = {}, body: string | Buffer = '') =>
  overHttps((response) => response.writeHead(status, headers).end(body))
const sends = (text: string) => overTls((socket) => socket.end(text))
const asks = (retryAfter: string, status = 503) => answers(status, { 'retry-after': retryAfter })

/** Writes pieces for as long as they are taken. */
const pour = (stream: Writable, piece: () => string) => {
  const more = () => {
    while (!stream.destroyed && stream.write(piece())) {
      // Until the socket is full.
    }
  }
  stream.on('drain', more)
  more()
}
/** Writes the beginning and then a piece now and then, for ever. */
const drip = (stream: Writable, beginning: string | Buffer, piece: string) => {
  stream.write(beginning)
  const timer = setInterval(() => stream.write(piece), 100)
  stream.on('close', () => clearInterval(timer))
}

const statuses: Case[] = [
  ...[301, 302, 303, 307, 308].map((status) => ({
    title: `that redirects with ${status} is not followed`,
    server: answers(status, { location: '/elsewhere' }),
    attempt: { status, outcome: 'redirected', response: '', reason: null },
  })),
  ...[400, 401, 404, 500, 502].map((status) => ({
    title: `that answers ${status}`,
    server: answers(status, {}, 'not today'),
    attempt: { status, outcome: 'refused', response: 'not today', reason: null },
  })),
  {
    title: 'that answers with secrets',
    server: answers(401, {}, `expected v1,${'A'.repeat(43)}=, signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`),
    attempt: { status: 401, outcome: 'refused', response: 'expected [redacted], signed with [redacted]' },
  },
  {
    title: 'that is gone',
    server: answers(410, {}, 'moved away'),
    attempt: { status: 410, outcome: 'gone', response: 'moved away' },
    waitMs: null,
  },
  {
    title: 'with a status no one knows',
    server: sends('HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n'),
    attempt: { status: 999, outcome: 'refused', response: '' },
  },
]

const wishes: Case[] = [
  ['in seconds', '3600', 3600 * second],
  ['as a date', 'Mon, 01 Mar 2027 13:00:00 GMT', 3600 * second],
  ['as a date in the past', 'Mon, 01 Mar 2027 11:00:00 GMT', 5 * second],
  ['for less time than there would be anyway', '1', 5 * second],
  ['in words', 'not before 2030', 5 * second],
  ['below zero', '-3600', 5 * second],
  ['for more than a day', '99999999999', day],
  ['for a far date', 'Fri, 31 Dec 9999 23:59:59 GMT', day],
].map(([how, text, waitMs]) => ({
  title: `that asks for time ${how}`,
  server: asks(text as string),
  attempt: { status: 503, outcome: 'refused', response: '' },
  waitMs: waitMs as number,
}))
wishes.push({
  title: 'that asks for time because of too many requests',
  server: asks('60', 429),
  attempt: { status: 429, outcome: 'refused', response: '' },
  waitMs: 60 * second,
})

const acknowledging: Case[] = [
  {
    title: 'that sends 2xx and then nothing',
    server: overHttps((response) => response.writeHead(202).flushHeaders()),
    attempt: { status: 202, response: `… (${tooLate})` },
  },
  {
    title: 'whose body trickles',
    server: overHttps((response) => drip(response.writeHead(200), 'x', 'x')),
    attempt: { status: 200, response: expect.stringMatching(/^x{5,}… \(No complete answer came/) },
  },
  {
    title: 'whose body never ends',
    server: overHttps((response) => pour(response.writeHead(200), () => 'x'.repeat(10_000))),
    attempt: { status: 200, response: 'x'.repeat(16 * 1024) },
  },
  {
    title: 'that resets the connection in the body',
    server: overTls((socket, reset) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', reset)
    }),
    attempt: { status: 200, response: expect.stringMatching(/^half… \(The connection was broken off/) },
  },
  {
    title: 'whose body is not as chunked as it says',
    server: sends('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    attempt: { status: 200, response: '… (The answer is not HTTP.)' },
  },
  {
    title: 'that sends a body with 204',
    server: sends('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok'),
    attempt: { status: 204, response: '' },
  },
  {
    title: 'that compresses',
    server: answers(200, { 'content-encoding': 'gzip' }, gzipSync('thanks')),
    attempt: { status: 200, response: expect.stringMatching(/^\(\d+ bytes, compressed/) },
  },
  {
    title: 'whose body holds bytes that are no text',
    server: answers(200, {}, Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x1b, 0x5b, 0x32, 0x4a, 0x0a, 0x62])),
    attempt: { status: 200, response: 'a\ufffd\ufffd\ufffd\ufffd[2J\nb' },
  },
  {
    title: 'that announces its answer first',
    server: sends('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
    attempt: { status: 200, response: 'ok' },
  },
  {
    title: 'that speaks HTTP/2',
    server: overHttp2((response) => response.writeHead(200).end('ok')),
    attempt: { status: 200, response: 'ok' },
  },
].map((each) => ({ ...each, attempt: { ...each.attempt, outcome: 'acknowledged', reason: null }, waitMs: null }))

/** The beginning of a TLS record of 8 KiB. */
const handshakeRecord = Buffer.from([22, 3, 3, 0x20, 0])
const late: Case[] = [
  { title: 'that accepts the connection and never speaks', server: overTcp(() => undefined) },
  {
    title: 'whose TLS handshake never ends',
    server: overTcp((socket) => drip(socket, handshakeRecord, '\x02')),
  },
  { title: 'that never answers', server: overHttps(() => undefined) },
  {
    title: 'whose headers trickle',
    server: overTls((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-a: ', 'x')),
  },
  {
    title: 'that sends 102 and then nothing',
    server: overTls((socket) => void socket.write('HTTP/1.1 102 Processing\r\n\r\n')),
  },
  {
    title: 'that sends 102 for ever',
    server: overTls((socket) => drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n')),
  },
  { title: 'that speaks HTTP/2 and never answers', server: overHttp2(() => undefined) },
].map((each) => ({ ...each, attempt: { outcome: 'timeout', reason: tooLate } }))

const broken: Case[] = [
  {
    title: 'whose port is closed',
    server: null,
    attempt: { reason: 'Nothing accepts connections at this address and port (ECONNREFUSED).' },
  },
  {
    title: 'that hangs up before TLS',
    server: overTcp((socket) => socket.destroy()),
    attempt: { reason: brokenOff('ECONNRESET') },
  },
  {
    title: 'that resets the connection before the headers',
    server: overTls((_socket, reset) => reset()),
    attempt: { reason: brokenOff('ECONNRESET') },
  },
  {
    title: 'that hangs up before the headers',
    server: overHttps((response) => response.destroy()),
    attempt: { reason: brokenOff('UND_ERR_SOCKET') },
  },
  {
    title: 'that resets the connection in the headers',
    server: overTls((socket, reset) => {
      socket.write('HTTP/1.1 200 OK\r\nx-a: half', reset)
    }),
    attempt: { reason: brokenOff('ECONNRESET') },
  },
  {
    title: 'that hangs up in the headers',
    server: sends('HTTP/1.1 200 OK\r\nx-a: half'),
    attempt: { reason: brokenOff('UND_ERR_SOCKET') },
  },
  {
    title: 'that speaks HTTP/2 and resets the stream',
    server: overHttp2((response) => response.destroy()),
    attempt: { reason: brokenOff('UND_ERR_INFO') },
  },
].map((each) => ({ ...each, attempt: { ...each.attempt, outcome: 'connection-failed' } }))

const unreadable: Case[] = [
  {
    title: 'whose headers are huge',
    server: overHttps((response) => response.writeHead(200, { 'x-a': 'y'.repeat(20_000) }).end()),
    attempt: { reason: 'The headers of the answer are too large.' },
  },
  {
    title: 'whose headers never end',
    server: overTls((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      pour(socket, () => `x-a: ${'y'.repeat(100)}\r\n`)
    }),
    attempt: { reason: 'The headers of the answer are too large.' },
  },
  {
    title: 'that does not speak HTTP',
    server: sends('SSH-2.0-OpenSSH_9.6\r\n'),
    attempt: { reason: 'The answer is not HTTP.' },
  },
  {
    title: 'that says two lengths',
    server: sends('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    attempt: { reason: 'The answer is not as long as its headers say.' },
  },
  ...['100 Continue', '101 Switching Protocols'].map((status) => ({
    title: `that sends ${status} and then nothing`,
    server: overTls((socket) => {
      socket.write(`HTTP/1.1 ${status}\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n`)
    }),
    attempt: { reason: 'The answer is one that was not asked for (100 or 101).' },
  })),
].map((each) => ({ ...each, attempt: { ...each.attempt, outcome: 'answer-unreadable' } }))

const ends = (response: ServerResponse) => void response.end()
const untrusted: Case[] = [
  {
    title: 'with a certificate of an unknown authority',
    server: overHttps(ends, certificates.untrusted),
    attempt: { reason: 'The certificate is of an authority that is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).' },
  },
  {
    title: 'whose certificate has expired',
    server: overHttps(ends, certificates.expired),
    attempt: { reason: 'The certificate has expired (CERT_HAS_EXPIRED).' },
  },
  {
    title: 'with a certificate for another name',
    server: overHttps(ends, certificates.misnamed),
    attempt: { reason: 'The certificate is for another host name (ERR_TLS_CERT_ALTNAME_INVALID).' },
  },
  {
    title: 'that speaks no TLS',
    server: overTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    attempt: { reason: 'What answered does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER).' },
  },
].map((each) => ({ ...each, attempt: { ...each.attempt, outcome: 'tls-failed' } }))

const nowhere: Case[] = [
  {
    title: 'whose name does not resolve',
    server: null,
    host: 'gone.example',
    attempt: { outcome: 'name-not-resolved', reason: 'The host name could not be resolved.' },
  },
  {
    title: 'whose name leads inwards',
    server: null,
    host: 'inward.example',
    attempt: { outcome: 'address-forbidden', reason: 'The address is not public.' },
  },
]

/** Each bad kind of receiver once, with the record it must lead to and the time of the next attempt. */
export const cases: readonly Case[] = [
  ...statuses,
  ...wishes,
  ...acknowledging,
  ...late,
  ...broken,
  ...unreadable,
  ...untrusted,
  ...nowhere,
]
