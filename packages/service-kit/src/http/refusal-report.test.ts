import { expect, test } from 'vitest'
import { ServiceError } from '../errors/service-error.ts'
import { codeIn, readRefusal, refusalOf, writeRefusal } from './refusal-report.ts'

const bodyOf = (text: string) => Buffer.from(text)

test.each([
  ['{"downloadCode": 20240001, "lang": 5}', 20240001],
  ['{"lang":"de","downloadCode":\n 7}', 7],
  ['{"downloadCode": 20240001', 20240001],
  ['{"downloadCode": "20240001"}', null],
  ['{"downloadCode": 1.5}', 1],
  ['{"downloadCode": 99999999999999999999}', null],
  ['{"downloadCode": 9007199254740993}', null],
  [String.raw`{"note": "\"downloadCode\": 5"}`, null],
  ['not json', null],
])('the code of %s is %s', (body, code) => {
  expect(codeIn(bodyOf(body), 'downloadCode')).toBe(code)
})

test('a report keeps the first faults, with short pointers and without messages', () => {
  const faults = Array.from({ length: 9 }, (_, i) => ({
    pointer: `/${'ü\ud800\0'.repeat(500)}${i}`,
    code: 'unknown-field' as const,
    message: 'secret',
  }))
  const header = writeRefusal(refusalOf(new ServiceError('unknown-field', { faults }), 5))
  expect(header).toMatch(/^[\w-]{1,4000}$/)
  const report = readRefusal(header)
  expect(report).toMatchObject({ code: 'unknown-field', downloadCode: 5 })
  expect(report?.faults).toHaveLength(5)
  expect(JSON.stringify(report)).not.toMatch(/secret|\\u0000|\\ud800/)
})

test.each(['', 'AAAA', 'bnVsbA', Buffer.from('{"code":1}').toString('base64url')])('%j is no report', (header) => {
  expect(readRefusal(header)).toBe(null)
})
