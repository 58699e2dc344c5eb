import { expect, test } from 'vitest'
import { stateOf } from './state.ts'

const release = {
  startdate: '2026-07-01',
  enddate: '2026-07-20',
  arrivaldate: '2026-07-05',
  departuredate: '2026-07-12',
  disabled: false,
}

test.each([
  ['2026-06-30', 'upcoming'],
  ['2026-07-01', 'active'],
  ['2026-07-05', 'on-tour'],
  ['2026-07-12', 'on-tour'],
  ['2026-07-13', 'active'],
  ['2026-07-20', 'active'],
  ['2026-07-21', 'ended'],
])('on %s a release is %s', (today, state) => {
  expect(stateOf(release, today)).toBe(state)
  expect(stateOf({ ...release, disabled: true }, today)).toBe('disabled')
})

test('a release without days of the trip is on tour in its period', () => {
  expect(stateOf({ ...release, arrivaldate: null, departuredate: null }, '2026-07-01')).toBe('on-tour')
  expect(stateOf({ ...release, arrivaldate: null }, '2026-07-13')).toBe('active')
  expect(stateOf({ ...release, departuredate: null }, '2026-07-20')).toBe('on-tour')
})
