import { expect, it } from 'vitest'
import { accessAt } from './trip.ts'

const release = { start_date: '2026-07-01', end_date: '2026-07-31', disabled: false, revoked_at: null }
const at = (instant: string, timeZone: string, changed: Partial<typeof release> | { revoked_at: Date } = {}) =>
  accessAt({ ...release, ...changed }, new Date(instant), timeZone)

it('a link opens at midnight of the first day in the account’s time zone', () => {
  expect(at('2026-06-30T21:59:59Z', 'Europe/Berlin')).toEqual({ state: 'early', from: '2026-07-01' })
  expect(at('2026-06-30T22:00:00Z', 'Europe/Berlin')).toEqual({ state: 'open' })
  expect(at('2026-07-01T06:59:59Z', 'America/Los_Angeles')).toEqual({ state: 'early', from: '2026-07-01' })
})

it('a link works to the end of the last day', () => {
  expect(at('2026-07-31T21:59:59Z', 'Europe/Berlin')).toEqual({ state: 'open' })
  expect(at('2026-07-31T22:00:00Z', 'Europe/Berlin')).toEqual({ state: 'over', reason: 'ended' })
})

it('a disabled and a revoked link lead to nothing, whatever the day', () => {
  expect(at('2026-07-10T12:00:00Z', 'UTC', { disabled: true })).toEqual({ state: 'over', reason: 'disabled' })
  expect(at('2026-06-10T12:00:00Z', 'UTC', { revoked_at: new Date() })).toEqual({ state: 'over', reason: 'revoked' })
})
