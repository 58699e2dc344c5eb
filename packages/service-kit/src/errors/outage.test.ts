import { describe, expect, test } from 'vitest'
import { DependencyUnavailableError, isOutage } from './outage.ts'
import { ServiceError } from './service-error.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

describe('isOutage', () => {
  test.each(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET', '57P01', '57P03', '53300', '53100', '25006', '08006'])(
    'the code %s is an outage',
    (code) => {
      expect(isOutage(withCode(code))).toBe(true)
    },
  )

  test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE'])('the code %s of a file system is an outage', (code) => {
    expect(isOutage(withCode(code))).toBe(true)
  })

  test.each(['23505', '40001', '42P01', '22P02', '08P01', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])(
    'the code %s is no outage',
    (code) => {
      expect(isOutage(withCode(code))).toBe(false)
    },
  )

  test('a pooler that ends a connection with 08P01 is an outage', () => {
    expect(isOutage(Object.assign(withCode('08P01'), { severity: 'FATAL' }))).toBe(true)
    expect(isOutage(Object.assign(withCode('08P01'), { severity: 'ERROR' }))).toBe(false)
  })

  test.each(['timeout expired', 'select 1 - timeout expired', 'Connection terminated unexpectedly'])(
    'the message “%s” of a database that does not respond is an outage',
    (message) => {
      expect(isOutage(new Error(message))).toBe(true)
    },
  )

  test.each([
    'connect ETIMEDOUT',
    'Socket closed abruptly during opening handshake',
    'Unexpected close',
    'Channel ended, no reply will be forthcoming',
  ])('the message “%s” of a broker that does not respond is an outage', (message) => {
    expect(isOutage(new Error(message))).toBe(true)
  })

  test('an outage is found in causes and in aggregates', () => {
    expect(isOutage(new Error('outer', { cause: withCode('ECONNREFUSED') }))).toBe(true)
    expect(isOutage(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true)
  })

  test('a refused request is no outage, an unavailable dependency is one', () => {
    expect(isOutage(new ServiceError('not-found'))).toBe(false)
    expect(isOutage(new ServiceError('part-unavailable'))).toBe(true)
    expect(isOutage(new DependencyUnavailableError('no mailbox'))).toBe(true)
  })

  test('a value that is no error is no outage', () => {
    expect(isOutage('ECONNREFUSED')).toBe(false)
    expect(isOutage(null)).toBe(false)
  })
})
