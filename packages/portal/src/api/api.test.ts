import { ApiError } from '@guidebook/client'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'
import { faultsOf } from './faults.ts'

test('a CSV file quotes what needs it and defuses formulas', () => {
  expect(
    toCsv([
      ['a', 'b"c', 'd,e', 'f\ng'],
      [1, null, undefined, '=1+1'],
      ['-2', '@x', '+3', true],
    ]),
  ).toBe('\ufeffa,"b""c","d,e","f\ng"\r\n1,,,\'=1+1\r\n\'-2,\'@x,\'+3,true\r\n')
})

const refusal = (faults: { pointer: string; message: string }[]) =>
  new ApiError('createRelease', {
    status: 422,
    code: 'invalid-field',
    title: null,
    detail: 'wrong',
    requestId: null,
    faults: faults.map((fault) => ({ ...fault, code: 'invalid-field' as const })),
    retryAfter: null,
  })

test('each fault is at its field, one below a field at that field, and the rest is left over', () => {
  const error = refusal([
    { pointer: '/lang', message: 'one' },
    { pointer: '/lang', message: 'two' },
    { pointer: '/accommodation/0/externalId', message: 'three' },
    { pointer: '/names/de', message: 'four' },
    { pointer: '/other', message: 'five' },
  ])
  const faults = faultsOf(error, ['/lang', '/names', '/accommodation/0/externalId'])
  expect(['/lang', '/names', '/accommodation/0/externalId', '/devices'].map(faults.at)).toEqual([
    'one two',
    'four',
    'three',
    undefined,
  ])
  expect(faults.others).toEqual([{ pointer: '/other', message: 'five' }])
})

test('an error of the network has no faults', () => {
  expect(faultsOf(new TypeError('offline'), ['/lang']).others).toEqual([])
})
