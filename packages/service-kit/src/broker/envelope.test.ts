import { expect, test } from 'vitest'
import { readEnvelope, writeEnvelope } from './envelope.ts'

const sent = {
  id: '01a1fda5-4465-71d8-aa95-fb74abf8f3e6',
  type: 'guidebook.changed.v1',
  subject: 'g',
  time: new Date('2026-05-01T10:00:00.123Z'),
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  requestId: 'request-1',
  actor: 'user:anna@account.example',
} as const
const data = { account: 'ä"\\', guidebook: 'g', version: 3 }

test('an envelope is a CloudEvent and is read as it was written', () => {
  const bytes = writeEnvelope({ ...sent, data: JSON.stringify(data) })
  expect(JSON.parse(bytes.toString())).toMatchObject({ specversion: '1.0', source: '/geodata', requestid: 'request-1' })
  expect(readEnvelope(bytes, sent.type)).toEqual({ ...sent, data })
})

test('an absent attribute is read as null', () => {
  const bytes = writeEnvelope({
    ...sent,
    subject: null,
    traceparent: null,
    requestId: null,
    actor: null,
    data: JSON.stringify(data),
  })
  expect(Object.keys(JSON.parse(bytes.toString()))).not.toContain('subject')
  expect(readEnvelope(bytes, sent.type)).toMatchObject({
    subject: null,
    traceparent: null,
    requestId: null,
    actor: null,
  })
})

test('a number keeps its stored digits', () => {
  const bytes = writeEnvelope({ ...sent, data: '{"account":"a","guidebook":"g","version":9007199254740991}' })
  expect(bytes.toString()).toContain('"version":9007199254740991}')
})

test('a message from another source than its type is refused', () => {
  const bytes = writeEnvelope({ ...sent, data: JSON.stringify(data) }).toString()
  const forged = Buffer.from(bytes.replace('"/geodata"', '"/webhooks"'))
  expect(() => readEnvelope(forged, sent.type)).toThrow('the message source does not belong to its type')
})

test('bytes that are not UTF-8 are refused', () => {
  expect(() => readEnvelope(Buffer.from([0x7b, 0xff, 0x7d]), sent.type)).toThrow('the message is not JSON')
})
