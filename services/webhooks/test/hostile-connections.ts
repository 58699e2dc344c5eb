/** Receivers without a usable response: too slow, cut off, unreadable, untrusted or unreachable. */
import type { ServerResponse } from 'node:http'
import { brokenOff, type Case, drip, pour, sends, tooLate } from './hostile-case.ts'
import { certificates, overHttp2, overHttps, overTcp, overTls } from './hostile-receiver.ts'

/** The beginning of a TLS record of 8 KiB. */
const handshakeRecord = Buffer.from([22, 3, 3, 0x20, 0])
const late: Case[] = [
  { title: 'that accepts the connection and sends nothing', server: overTcp(() => undefined) },
  {
    title: 'whose TLS handshake never ends',
    server: overTcp((socket) => drip(socket, handshakeRecord, '\x02')),
  },
  { title: 'that never responds', server: overHttps(() => undefined) },
  {
    title: 'whose headers trickle',
    server: overTls((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-a: ', 'x')),
  },
  {
    title: 'that sends 102 and then nothing',
    server: overTls((socket) => void socket.write('HTTP/1.1 102 Processing\r\n\r\n')),
  },
  {
    title: 'that sends 102 forever',
    server: overTls((socket) => drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n')),
  },
  { title: 'that speaks HTTP/2 and never responds', server: overHttp2(() => undefined) },
].map((each) => ({ ...each, attempt: { outcome: 'timeout', reason: tooLate }, isLate: true }))

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
    attempt: { reason: 'The headers of the response are too large.' },
  },
  {
    title: 'whose headers never end',
    server: overTls((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      pour(socket, () => `x-a: ${'y'.repeat(100)}\r\n`)
    }),
    attempt: { reason: 'The headers of the response are too large.' },
  },
  {
    title: 'that does not speak HTTP',
    server: sends('SSH-2.0-OpenSSH_9.6\r\n'),
    attempt: { reason: 'The response is not HTTP.' },
  },
  {
    title: 'with two content lengths',
    server: sends('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    attempt: { reason: 'The length of the response differs from its Content-Length.' },
  },
  ...['100 Continue', '101 Switching Protocols'].map((status) => ({
    title: `that sends ${status} and then nothing`,
    server: overTls((socket) => {
      socket.write(`HTTP/1.1 ${status}\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n`)
    }),
    attempt: { reason: 'The response has an unexpected status (100 or 101).' },
  })),
].map((each) => ({ ...each, attempt: { ...each.attempt, outcome: 'answer-unreadable' } }))

const ends = (response: ServerResponse) => void response.end()
const untrusted: Case[] = [
  {
    title: 'with a certificate of an unknown authority',
    server: overHttps(ends, certificates.untrusted),
    attempt: { reason: 'The certificate is from an untrusted authority (DEPTH_ZERO_SELF_SIGNED_CERT).' },
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
    title: 'that does not use TLS',
    server: overTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    attempt: { reason: 'The receiver does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER).' },
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
    title: 'whose name resolves to an internal address',
    server: null,
    host: 'inward.example',
    attempt: { outcome: 'address-forbidden', reason: 'The address is not public.' },
  },
]

export const connections: readonly Case[] = [...late, ...broken, ...unreadable, ...untrusted, ...nowhere]
