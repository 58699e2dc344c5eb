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
  ['only the trip when it is reversed', daysOf(4, 10, 8, 7), ['trip 8-7']],
  ['only the period when it is reversed', daysOf(10, 4, 7, 9), ['period 10-4']],
])('a change of days sends %s', (_, days, sent) => {
  const date = (day: string) => Number(day.slice(-2))
  expect(dateChanges(stored, days)?.map(({ of, start, end }) => `${of} ${date(start)}-${date(end)}`)).toEqual(sent)
})

test('a release without a trip gets its period first', () => {
  const changes = dateChanges(daysOf(5, 10), daysOf(20, 30, 21, 22))
  expect(changes?.map(({ of }) => of)).toEqual(['period', 'trip'])
})

test('only the period is sent when it leaves out a stay', () => {
  const days = daysOf(20, 30, 21, 22)
  expect(dateChanges(stored, days, ['2026-07-06'])?.map(({ of }) => of)).toEqual(['period'])
})

test('nothing is sent when the new trip is outside the new period, although the service would accept one of the two', () => {
  expect(dateChanges(stored, daysOf(4, 9, 9, 10))).toBe(null)
  expect(dateChanges(stored, daysOf(20, 30, 2, 3))).toBe(null)
})
