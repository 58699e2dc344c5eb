/** Bodies within the size limit that cost far more to read than to send. */
import type { Attack } from '../attack.ts'
import { sendRepeatedly } from '../send-repeatedly.ts'

const mebibyte = 1024 * 1024

const filled = (start: string, unit: string, end: string, bytes: number): Buffer =>
  Buffer.from(start + unit.repeat(Math.floor(bytes / unit.length)) + end)

const unknownFields = (count: number): Buffer =>
  Buffer.from(`{${Array.from({ length: count }, (_, index) => `"field-${index}":${index}`).join(',')}}`)

/** Sends one body again and again, so many at a time. */
const sending = (
  name: string,
  {
    path,
    type = 'application/json',
    atOnce,
    body,
  }: { path: string; type?: string; atOnce: number; body: () => Buffer },
): Attack => ({
  name,
  async run({ baseUrl, attackers: [{ key }] }, signal, begun) {
    const sent = body()
    const url = new URL(path, baseUrl).href
    const headers = { 'content-type': type, authorization: key }
    const next = () => ({ method: 'POST', url, headers, body: sent })
    await sendRepeatedly({ atOnce, next }, signal, begun)
  },
})

export const costlyBodies: Attack[] = [
  sending('an on-demand request has 20 million empty arrays', {
    path: '/content/release/ondemand',
    atOnce: 2,
    body: () => filled('{"metadata":[', '[],', '[]]}', 63 * mebibyte),
  }),
  sending('a route has 2.5 million waypoints', {
    path: '/content/geodata/route',
    atOnce: 2,
    body: () => filled('{"waypoints":[', '{"lat":1.5,"lon":2.5},', '{"lat":1,"lon":2}]}', 55 * mebibyte),
  }),
  sending('a release has 60,000 unknown fields', {
    path: '/content/release',
    atOnce: 4,
    body: () => unknownFields(60_000),
  }),
  sending('a hundred releases at a time have a thousand unknown fields each', {
    path: '/content/release',
    atOnce: 100,
    body: () => unknownFields(1_000),
  }),
  sending('a hundred releases at a time have 260 unknown fields each', {
    path: '/content/release',
    atOnce: 100,
    body: () => unknownFields(260),
  }),
  sending('a text page has 8 MB of unfinished escapes', {
    path: '/content/geodata/text',
    atOnce: 4,
    body: () => filled('{"names":{"en":"', '\\u005c', '"}}', 7 * mebibyte),
  }),
  sending('forty text pages at a time have just less than 1 MiB of unfinished escapes each', {
    path: '/content/geodata/text',
    atOnce: 40,
    body: () => filled('{"names":{"en":"', '\\u005c', '"}}', mebibyte - 100),
  }),
]

/** Files for the preview of an import. */
export const costlyPreviews: Attack[] = [
  sending('a preview gets a header and four million blank lines', {
    path: '/account/imports/preview',
    type: 'text/csv',
    atOnce: 4,
    body: () => filled('Booking;Tour;Language;Arrival;Departure;Persons\r\n', '\n', '', 4 * mebibyte),
  }),
  sending('a preview gets a row of a million columns', {
    path: '/account/imports/preview',
    type: 'text/csv',
    atOnce: 4,
    body: () => filled('Booking;Tour;Language;Arrival;Departure;Persons\r\n', ';', '\r\n', mebibyte),
  }),
  sending('a preview gets a megabyte of quotation marks', {
    path: '/account/imports/preview',
    type: 'text/csv',
    atOnce: 4,
    body: () => filled('Booking;Tour;Language;Arrival;Departure;Persons\r\n', '"";', '\r\n', mebibyte),
  }),
]
