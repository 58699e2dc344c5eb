import { expect, test } from 'vitest'
import { creationOf } from './frame.ts'

test('the date of a book is the day of its request in the time zone of the account', () => {
  const requestedAt = new Date('2026-07-14T21:00:00Z')
  const dayIn = (timeZone: string) => creationOf(requestedAt, { timeZone }).createdOn
  expect([dayIn('Pacific/Auckland'), dayIn('UTC')]).toEqual(['2026-07-15', '2026-07-14'])
  expect(creationOf(requestedAt, { timeZone: 'Pacific/Auckland' }).createdAt).toBe('2026-07-14T21:00:00.000Z')
})
