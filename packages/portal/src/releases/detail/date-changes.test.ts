import { expect, test } from 'vitest'
import { dateChanges } from './date-changes.ts'

/** Days of a month. */
const daysOf = (start: number, end: number, arrival?: number, departure?: number) => {
  const day = (date: number | undefined) => (date === undefined ? '' : `2026-07-${String(date).padStart(2, '0')}`)
  return { start: day(start), end: day(end), arrival: day(arrival), departure: day(departure) }
}
const stored = daysOf(5, 10, 6, 8)

test.each([
  ['nothing', daysOf(5, 10, 6, 8), []],
  ['the period', daysOf(4, 10, 6, 8), ['period 4-10']],
  ['the trip', daysOf(5, 10, 7, 9), ['trip 7-9']],
  ['the period first when the stored trip fits into it', daysOf(5, 12, 11, 12), ['period 5-12', 'trip 11-12']],
  ['the trip first when it fits into the stored period', daysOf(7, 12, 9, 10), ['trip 9-10', 'period 7-12']],
  ['a period around both when neither fits', daysOf(20, 30, 21, 22), ['period 5-30', 'trip 21-22', 'period 20-30']],
  ['the same to earlier days', daysOf(1, 4, 2, 3), ['period 1-10', 'trip 2-3', 'period 1-4']],
  ['the period first when the new days cannot be accepted', daysOf(20, 30, 2, 3), ['period 20-30', 'trip 2-3']],
  ['the period first when the trip is reversed', daysOf(20, 30, 22, 21), ['period 20-30', 'trip 22-21']],
])('a change of days sends %s', (_, days, sent) => {
  const date = (day: string) => Number(day.slice(-2))
  expect(dateChanges(stored, days).map(({ of, start, end }) => `${of} ${date(start)}-${date(end)}`)).toEqual(sent)
})

test('a release without a trip gets its period first', () => {
  const changes = dateChanges(daysOf(5, 10), daysOf(20, 30, 21, 22))
  expect(changes.map(({ of }) => of)).toEqual(['period', 'trip'])
})

test('nothing changes before the service refuses a period that leaves out a stay', () => {
  const days = daysOf(20, 30, 21, 22)
  expect(dateChanges(stored, days, ['2026-07-06']).map(({ of }) => of)).toEqual(['period', 'trip'])
})
