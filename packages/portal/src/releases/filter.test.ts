import { expect, test } from 'vitest'
import { readReleaseFilter } from './filter.ts'

test('a filter is read from an address, and unknown parts are ignored', () => {
  const filter = { q: 'Anna', state: 'failed', from: '2026-07-01', guidebook: 'ALTA', reseller: '472', sort: '-end' }
  expect(readReleaseFilter({ ...filter, page: 3 })).toEqual(filter)
  expect(
    readReleaseFilter({ q: '', state: 'other', from: 'today', to: 20260701, sort: 'code', reseller: 472 }),
  ).toEqual({
    reseller: '472',
  })
})

test('digits that the router read as a number are a text', () => {
  expect(readReleaseFilter({ q: 4711, guidebook: 12 })).toEqual({ q: '4711', guidebook: '12' })
})
