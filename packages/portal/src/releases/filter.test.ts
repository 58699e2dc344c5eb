import { expect, test } from 'vitest'
import { filterStates, readReleaseFilter } from './filter.ts'

test('a filter is read from an address, and unknown parts are ignored', () => {
  const days = { from: '2026-07-01', arrivalFrom: '2026-07-02', arrivalTo: '2026-07-03' }
  const filter = { q: 'Anna', state: 'on-tour', ...days, guidebook: 'ALTA', reseller: '472', sort: '-arrival' }
  expect(readReleaseFilter({ ...filter, page: 3 })).toEqual(filter)
  expect(
    readReleaseFilter({
      q: '',
      state: 'other',
      from: 'today',
      to: 20260701,
      arrivalTo: '1.7.2026',
      sort: 'code',
      reseller: 472,
    }),
  ).toEqual({
    reseller: '472',
  })
})

test('each state of the list is read', () => {
  for (const state of filterStates) expect(readReleaseFilter({ state })).toEqual({ state })
})

test('digits that the router read as a number are a text', () => {
  expect(readReleaseFilter({ q: 4711, guidebook: 12 })).toEqual({ q: '4711', guidebook: '12' })
})
