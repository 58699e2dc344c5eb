import { expect, it } from 'vitest'
import { attemptDelaysMs, nextAttemptAt, parseRetryAfter } from './schedule.ts'

const now = new Date('2027-03-01T12:00:00Z')
const minutes = 60_000

it('the delays are 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
  expect(attemptDelaysMs.map((ms) => ms / 1000)).toEqual([0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])
})

it('the second attempt follows five seconds after the first failure, plus at most a tenth', () => {
  expect(nextAttemptAt(now, 1, null, 0)?.getTime()).toBe(now.getTime() + 5000)
  expect(nextAttemptAt(now, 1, null, 0.999)?.getTime()).toBeLessThan(now.getTime() + 5500)
})

it('there is no attempt after the tenth', () => {
  expect(nextAttemptAt(now, 10, null)).toBeNull()
})

it('Retry-After can delay an attempt by at most a day, and never makes it earlier', () => {
  expect(nextAttemptAt(now, 1, 7 * minutes, 0)?.getTime()).toBe(now.getTime() + 7 * minutes)
  expect(nextAttemptAt(now, 3, 1000, 0)?.getTime()).toBe(now.getTime() + 30 * minutes)
  expect(nextAttemptAt(now, 1, 1e12, 0)?.getTime()).toBe(now.getTime() + 24 * 60 * minutes)
})

it('Retry-After is read as seconds and as a date', () => {
  expect(parseRetryAfter('120', now)).toBe(120_000)
  expect(parseRetryAfter('Mon, 01 Mar 2027 12:01:00 GMT', now)).toBe(60_000)
  expect(parseRetryAfter('Monday, 01-Mar-27 12:01:00 GMT', now)).toBe(60_000)
  expect(parseRetryAfter('Mon Mar  1 12:01:00 2027', now)).toBe(60_000)
})

it.each(['99999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
  'Retry-After %j asks for more than a day and gets a day',
  (value) => {
    expect(parseRetryAfter(value, now)).toBe(24 * 60 * minutes)
  },
)

it.each([
  undefined,
  '',
  'soon',
  '-5',
  '0',
  'Mon, 01 Mar 2027 11:00:00 GMT',
  '1e400',
  'not before 2030',
  'Mon, 99 Mar 2027 12:00:00 GMT',
])('Retry-After %j says nothing', (value) => {
  expect(parseRetryAfter(value, now)).toBeNull()
})
