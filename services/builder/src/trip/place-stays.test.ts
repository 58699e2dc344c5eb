import { daysLater } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import { stagesOfStay } from './place-stays.ts'
import type { BookedStay } from './stays.ts'

const stages = [1, 2, 3, 5].map((number, index) => ({
  number,
  date: daysLater('2026-02-27', index),
  end: { lat: 46 + number / 10, lon: 10 },
}))
const stay = (fields: Partial<BookedStay>): BookedStay => ({
  stageNumber: null,
  arrivalDate: null,
  departureDate: null,
  place: { externalId: 'hotel', lat: 0, lon: 0 },
  ...fields,
})

test('a stay is shown at the stage whose number it names, whatever its dates', () => {
  expect(stagesOfStay(stay({ stageNumber: 5, arrivalDate: '2026-02-27' }), stages)).toEqual([3])
})

test('a stay without a number is shown at each stage whose day ends in one of its nights', () => {
  expect(stagesOfStay(stay({ arrivalDate: '2026-02-28' }), stages)).toEqual([1])
  expect(stagesOfStay(stay({ arrivalDate: '2026-02-28', departureDate: '2026-03-02' }), stages)).toEqual([1, 2])
  expect(stagesOfStay(stay({ arrivalDate: '2026-02-26', departureDate: '2026-02-28' }), stages)).toEqual([0])
})

test('a stay that begins on a rest day is shown at the stage before it', () => {
  const rested = stages.map((stage, index) => ({ ...stage, date: daysLater(stage.date, index > 1 ? 1 : 0) }))
  expect(stagesOfStay(stay({ arrivalDate: '2026-03-01' }), rested)).toEqual([1])
})

test('a stay without number and dates is shown at the stage that ends nearest to it', () => {
  const near = (lat: number) => stay({ place: { externalId: 'hotel', lat, lon: 10.001 } })
  expect(stagesOfStay(near(46.21), stages)).toEqual([1])
  expect(stagesOfStay(near(46.25), stages)).toEqual([])
})

test('a stay that fits no stage belongs to none', () => {
  expect(stagesOfStay(stay({}), stages)).toEqual([])
  expect(stagesOfStay(stay({ arrivalDate: '2026-05-01' }), stages)).toEqual([])
  expect(stagesOfStay(stay({ stageNumber: 4 }), stages)).toEqual([])
  expect(stagesOfStay(stay({ arrivalDate: '2026-02-28' }), [{ number: 1, date: null, end: null }])).toEqual([])
})
