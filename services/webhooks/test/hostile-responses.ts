/** Receivers that respond: with errors, with Retry-After, or with an acknowledgement and a bad body. */
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { answers, type Case, day, drip, pour, second, sends, tooLate } from './hostile-case.ts'
import { overHttp2, overHttps, overTls } from './hostile-receiver.ts'

const asks = (retryAfter: string, status = 503) => answers(status, { 'retry-after': retryAfter })

const statuses: Case[] = [
  ...[301, 302, 303, 307, 308].map((status) => ({
    title: `that redirects with ${status} is not followed`,
    server: answers(status, { location: '/elsewhere' }),
    attempt: { status, outcome: 'redirected', response: '', reason: null },
  })),
  ...[400, 401, 404, 500, 502].map((status) => ({
    title: `that responds with ${status}`,
    server: answers(status, {}, 'not today'),
    attempt: { status, outcome: 'refused', response: 'not today', reason: null },
  })),
  {
    title: 'that responds with secrets',
    server: answers(401, {}, `expected v1,${'A'.repeat(43)}=, signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`),
    attempt: { status: 401, outcome: 'refused', response: 'expected [redacted], signed with [redacted]' },
  },
  {
    title: 'that responds with 410',
    server: answers(410, {}, 'moved away'),
    attempt: { status: 410, outcome: 'gone', response: 'moved away' },
    waitMs: null,
  },
  {
    title: 'with an unknown status',
    server: sends('HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n'),
    attempt: { status: 999, outcome: 'refused', response: '' },
  },
]

const retryAfters: Case[] = [
  ['in seconds', '3600', 3600 * second],
  ['as a date', 'Mon, 01 Mar 2027 13:00:00 GMT', 3600 * second],
  ['as a date in the past', 'Mon, 01 Mar 2027 11:00:00 GMT', 5 * second],
  ['below the delay of the schedule', '1', 5 * second],
  ['in words', 'not before 2030', 5 * second],
  ['below zero', '-3600', 5 * second],
  ['above a day', '99999999999', day],
  ['as a distant date', 'Fri, 31 Dec 9999 23:59:59 GMT', day],
].map(([how, text, waitMs]) => ({
  title: `with Retry-After ${how}`,
  server: asks(text as string),
  attempt: { status: 503, outcome: 'refused', response: '' },
  waitMs: waitMs as number,
}))
retryAfters.push({
  title: 'with Retry-After and 429',
  server: asks('60', 429),
  attempt: { status: 429, outcome: 'refused', response: '' },
  waitMs: 60 * second,
})

const acknowledging: Case[] = [
  {
    title: 'that sends 2xx and no body',
    server: overHttps((response) => response.writeHead(202).flushHeaders()),
    attempt: { status: 202, response: `… (${tooLate})` },
    isLate: true,
  },
  {
    title: 'whose body trickles',
    server: overHttps((response) => drip(response.writeHead(200), 'x', 'x')),
    attempt: { status: 200, response: expect.stringMatching(/^x{5,}… \(No complete response arrived/) },
    isLate: true,
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
    attempt: { status: 200, response: expect.stringMatching(/^half… \(The connection was closed/) },
  },
  {
    title: 'with invalid chunks',
    server: sends('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    attempt: { status: 200, response: '… (The response is not HTTP.)' },
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
    title: 'with a body that is not text',
    server: answers(200, {}, Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x1b, 0x5b, 0x32, 0x4a, 0x0a, 0x62])),
    attempt: { status: 200, response: 'a\ufffd\ufffd\ufffd\ufffd[2J\nb' },
  },
  {
    title: 'that sends 103 first',
    server: sends('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
    attempt: { status: 200, response: 'ok' },
  },
  {
    title: 'that speaks HTTP/2',
    server: overHttp2((response) => response.writeHead(200).end('ok')),
    attempt: { status: 200, response: 'ok' },
  },
].map((each) => ({ ...each, attempt: { ...each.attempt, outcome: 'acknowledged', reason: null }, waitMs: null }))

export const responses: readonly Case[] = [...statuses, ...retryAfters, ...acknowledging]
