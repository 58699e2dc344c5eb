import { expect, test } from 'vitest'
import type { Stay } from '../content/book-content.ts'
import { addDays, daysBetween, stageDate, stagesOfStay } from './place-stays.ts'

const stages = [1, 2, 3, 5].map((number, index) => ({
  number,
  date: addDays('2026-02-27', index),
  end: { lat: 46 + number / 10, lon: 10 },
}))
const stay = (fields: Partial<Stay>) => ({
  stageNumber: null,
  arrivalDate: null,
  departureDate: null,
  place: { lat: 0, lon: 0 } as Stay['place'],
  ...fields,
})

test('days are counted across months, years and daylight saving changes', () => {
  expect(addDays('2026-02-27', 3)).toBe('2026-03-02')
  expect(addDays('2027-12-31', 1)).toBe('2028-01-01')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
})

test('a stage is travelled on the day of its place in the trip, unless the trip is over by then', () => {
  expect(stageDate({ arrival: '2026-07-14', departure: null }, 2)).toBe('2026-07-16')
  expect(stageDate({ arrival: '2026-07-14', departure: '2026-07-15' }, 1)).toBe('2026-07-15')
  expect(stageDate({ arrival: '2026-07-14', departure: '2026-07-15' }, 2)).toBeNull()
  expect(stageDate({ arrival: null, departure: '2026-07-15' }, 0)).toBeNull()
})

test('a stay is shown at the stage whose number it names, whatever its dates', () => {
  expect(stagesOfStay(stay({ stageNumber: 5, arrivalDate: '2026-02-27' }), stages)).toEqual([3])
})

test('a stay without a number is shown at each stage whose day ends in one of its nights', () => {
  expect(stagesOfStay(stay({ arrivalDate: '2026-02-28' }), stages)).toEqual([1])
  expect(stagesOfStay(stay({ arrivalDate: '2026-02-28', departureDate: '2026-03-02' }), stages)).toEqual([1, 2])
  expect(stagesOfStay(stay({ arrivalDate: '2026-02-26', departureDate: '2026-02-28' }), stages)).toEqual([0])
})

test('a stay without number and dates is shown at the stage that ends nearest to it', () => {
  const near = (lat: number) => stay({ place: { lat, lon: 10.001 } as Stay['place'] })
  expect(stagesOfStay(near(46.21), stages)).toEqual([1])
  expect(stagesOfStay(near(46.25), stages)).toEqual([])
})

test('a stay that fits no stage belongs to none', () => {
  expect(stagesOfStay(stay({}), stages)).toEqual([])
  expect(stagesOfStay(stay({ arrivalDate: '2026-05-01' }), stages)).toEqual([])
  expect(stagesOfStay(stay({ stageNumber: 4 }), stages)).toEqual([])
  expect(stagesOfStay(stay({ arrivalDate: '2026-02-28' }), [{ number: 1, date: null, end: null }])).toEqual([])
})
