import type { Build } from '@guidebook/client'
import { expect, test } from 'vitest'
import { stateOf, viewOf } from './state.ts'

const release = {
  startdate: '2026-07-01',
  enddate: '2026-07-20',
  arrivaldate: '2026-07-05',
  departuredate: '2026-07-12',
  disabled: false,
  pdfAvailable: true,
  appAvailable: false,
}

test.each([
  ['2026-06-30', 'upcoming'],
  ['2026-07-01', 'active'],
  ['2026-07-05', 'tour'],
  ['2026-07-12', 'tour'],
  ['2026-07-13', 'active'],
  ['2026-07-20', 'active'],
  ['2026-07-21', 'ended'],
])('on %s a release is %s', (today, state) => {
  expect(stateOf(release, today)).toBe(state)
  expect(stateOf({ ...release, disabled: true }, today)).toBe('disabled')
})

test('the period decides what a traveller sees before the build does', () => {
  const failed = { state: 'failed' } as Build
  expect(viewOf(release, failed, '2026-06-30')).toBe('early')
  expect(viewOf(release, failed, '2026-07-21')).toBe('over')
  expect(viewOf({ ...release, disabled: true }, failed, '2026-07-01')).toBe('closed')
})

test.each([
  ['completed', 'open', 'open'],
  ['running', 'updating', 'preparing'],
  ['waiting', 'updating', 'preparing'],
  ['failed', 'open', 'failed'],
] as const)(
  'with a build that is %s, an open link shows: %s; without an earlier book: %s',
  (state, withBook, without) => {
    const build = { state } as Build
    expect(viewOf(release, build, '2026-07-01')).toBe(withBook)
    expect(viewOf({ ...release, pdfAvailable: false }, build, '2026-07-01')).toBe(without)
  },
)
