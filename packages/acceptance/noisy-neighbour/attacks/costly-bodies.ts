/** Bodies within the size limit that are far more expensive to read than to send. */
import type { Attack } from '../attack.ts'
import { sendRepeatedly } from '../send-repeatedly.ts'

const mebibyte = 1024 * 1024

const repeated = (start: string, unit: string, end: string, bytes: number): Buffer =>
  Buffer.from(start + unit.repeat(Math.floor(bytes / unit.length)) + end)

const unknownFields = (count: number): Buffer =>
  Buffer.from(`{${Array.from({ length: count }, (_, index) => `"field-${index}":${index}`).join(',')}}`)

interface Sent {
  path: string
  type?: string
  concurrency: number
  body: () => Buffer
  /** Which of the attackers sends it. */
  attacker?: 0 | 1
}

/** Sends the same body repeatedly, with `concurrency` requests at a time. */
const sending = (name: string, { path, type = 'application/json', concurrency, body, attacker = 0 }: Sent): Attack => ({
  name,
  async run({ baseUrl, attackers }, signal, begun) {
    const sent = body()
    const { key } = attackers[attacker]
    const url = new URL(path, baseUrl).href
    const headers = { 'content-type': type, authorization: key }
    const next = () => ({ method: 'POST', url, headers, body: sent })
    await sendRepeatedly({ concurrency, next }, signal, begun)
  },
})

export const millionsOfValues: Attack[] = [
  sending('an on-demand request has 20 million empty arrays', {
    path: '/content/release/ondemand',
    concurrency: 2,
    body: () => repeated('{"metadata":[', '[],', '[]]}', 63 * mebibyte),
  }),
  sending('a route has 2.5 million waypoints', {
    path: '/content/geodata/route',
    concurrency: 2,
    body: () => repeated('{"waypoints":[', '{"lat":1.5,"lon":2.5},', '{"lat":1,"lon":2}]}', 55 * mebibyte),
    attacker: 1,
  }),
]

export const manyUnknownFields: Attack[] = [
  sending('a release has 60,000 unknown fields', {
    path: '/content/release',
    concurrency: 4,
    body: () => unknownFields(60_000),
  }),
  sending('a hundred releases at a time have a thousand unknown fields each', {
    path: '/content/release',
    concurrency: 100,
    body: () => unknownFields(1_000),
  }),
  sending('a hundred releases at a time have 260 unknown fields each', {
    path: '/content/release',
    concurrency: 100,
    body: () => unknownFields(260),
  }),
]

export const unfinishedEscapes: Attack[] = [
  sending('a text page has 8 MB of unfinished escapes', {
    path: '/content/geodata/text',
    concurrency: 4,
    body: () => repeated('{"names":{"en":"', '\\u005c', '"}}', 7 * mebibyte),
  }),
  sending('forty text pages at a time have just less than 1 MiB of unfinished escapes each', {
    path: '/content/geodata/text',
    concurrency: 40,
    body: () => repeated('{"names":{"en":"', '\\u005c', '"}}', mebibyte - 100),
    attacker: 1,
  }),
]

/** Files for the preview of an import. */
export const costlyPreviews: Attack[] = [
  sending('a preview gets a header and four million blank lines', {
    path: '/account/imports/preview',
    type: 'text/csv',
    concurrency: 4,
    body: () => repeated('Booking;Tour;Language;Arrival;Departure;Persons\r\n', '\n', '', 4 * mebibyte),
  }),
  sending('a preview gets a row of a million columns', {
    path: '/account/imports/preview',
    type: 'text/csv',
    concurrency: 4,
    body: () => repeated('Booking;Tour;Language;Arrival;Departure;Persons\r\n', ';', '\r\n', mebibyte),
  }),
  sending('a preview gets a megabyte of quotation marks', {
    path: '/account/imports/preview',
    type: 'text/csv',
    concurrency: 4,
    body: () => repeated('Booking;Tour;Language;Arrival;Departure;Persons\r\n', '"";', '\r\n', mebibyte),
  }),
]
