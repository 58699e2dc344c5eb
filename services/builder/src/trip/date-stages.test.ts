import { expect, test } from 'vitest'
import { dateStages } from './date-stages.ts'
import type { BookedStay } from './stays.ts'

const stages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, end: { lat: 46 + index / 10, lon: 10 } }))
const stay = (
  stageNumber: number | null,
  arrivalDate: string | null,
  departureDate: string | null,
  place: Partial<BookedStay['place']> = {},
): BookedStay => ({
  stageNumber,
  arrivalDate,
  departureDate,
  place: { externalId: `hut ${stageNumber ?? arrivalDate}`, lat: 0, lon: 0, ...place },
})
/** A hut at the end of a stage, without its number. */
const near = (stage: number, arrivalDate: string, departureDate: string | null) =>
  stay(null, arrivalDate, departureDate, { lat: 46 + (stage - 1) / 10, lon: 10.001 })
const travel = (arrival: string | null, departure: string | null = null) => ({ arrival, departure })
const codes = (of: ReturnType<typeof dateStages>) => of.contradictions.map(({ code }) => code)

test('without stays the stages follow from the arrival, and none is after the departure', () => {
  const found = dateStages(travel('2026-07-14', '2026-07-15'), stages(3), [])
  expect(found).toEqual({ dates: ['2026-07-14', '2026-07-15', null], freeDays: [], contradictions: [] })
  expect(dateStages(travel(null, '2026-07-15'), stages(2), []).dates).toEqual([null, null])
})

test('two nights at a hut make a rest day, and every later stage is a day later', () => {
  const booked = [stay(1, '2026-07-01', '2026-07-03'), stay(2, '2026-07-03', '2026-07-04')]
  const found = dateStages(travel('2026-07-01', '2026-07-05'), stages(4), booked)
  expect(found.dates).toEqual(['2026-07-01', '2026-07-03', '2026-07-04', '2026-07-05'])
  expect(found.freeDays).toEqual([{ date: '2026-07-02', before: 1, stay: 0 }])
  expect(found.contradictions).toEqual([])
})

test('the last stage may be on the departure day, also after a rest day', () => {
  const found = dateStages(travel('2026-07-01', '2026-07-03'), stages(2), [stay(1, '2026-07-01', '2026-07-03')])
  expect([found.dates, codes(found)]).toEqual([['2026-07-01', '2026-07-03'], []])
})

test('a day of arrival before the first stage and days after the last one are free days', () => {
  const booked = [
    stay(null, '2026-07-01', '2026-07-02'),
    stay(1, '2026-07-02', '2026-07-03'),
    stay(2, '2026-07-03', '2026-07-06'),
  ]
  const found = dateStages(travel('2026-07-01', '2026-07-06'), stages(2), booked)
  expect(found.dates).toEqual(['2026-07-02', '2026-07-03'])
  expect(found.freeDays).toEqual([
    { date: '2026-07-01', before: 0, stay: 0 },
    { date: '2026-07-04', before: 2, stay: 2 },
    { date: '2026-07-05', before: 2, stay: 2 },
  ])
})

test('stays date the stages of a trip without a day of arrival, also those before them', () => {
  const found = dateStages(travel(null), stages(3), [stay(2, '2026-07-02', null)])
  expect(found.dates).toEqual(['2026-07-01', '2026-07-02', '2026-07-03'])
})

test('days are counted across daylight saving changes and years', () => {
  const booked = [stay(1, '2026-03-28', '2026-03-30'), stay(2, '2026-03-30', '2026-03-31')]
  expect(dateStages(travel('2026-03-28'), stages(3), booked).dates).toEqual(['2026-03-28', '2026-03-30', '2026-03-31'])
  const newYear = dateStages(travel('2027-12-30'), stages(2), [stay(1, '2027-12-30', '2028-01-01')])
  expect(newYear.dates).toEqual(['2027-12-30', '2028-01-01'])
})

test('a change of hotels on a rest day keeps it', () => {
  const booked = [stay(1, '2026-07-01', '2026-07-02'), stay(1, '2026-07-02', '2026-07-03', { externalId: 'other' })]
  const found = dateStages(travel('2026-07-01'), stages(2), booked)
  expect([found.dates, found.freeDays]).toEqual([
    ['2026-07-01', '2026-07-03'],
    [{ date: '2026-07-02', before: 1, stay: 1 }],
  ])
})

test('a stay without a stage number dates the only stage that ends near it', () => {
  const booked = [near(1, '2026-07-01', '2026-07-03'), near(2, '2026-07-03', '2026-07-04')]
  const found = dateStages(travel('2026-07-01', '2026-07-04'), stages(3), booked)
  expect(found.dates).toEqual(['2026-07-01', '2026-07-03', '2026-07-04'])
  expect(found.contradictions).toEqual([])
})

test('a stay that is far from every end, or near several, leaves the dates as they are', () => {
  const byDay = ['2026-07-01', '2026-07-02', '2026-07-03']
  const far = dateStages(travel('2026-07-01', '2026-07-04'), stages(3), [stay(null, '2026-07-01', '2026-07-03')])
  expect(far.dates).toEqual(byDay)
  const round = stages(3).map((stage) => ({ ...stage, end: { lat: 46, lon: 10 } }))
  const base = [near(1, '2026-07-01', '2026-07-04')]
  expect(dateStages(travel('2026-07-01', '2026-07-04'), round, base).dates).toEqual(byDay)
})

test('a hotel at start and end of a round trip does not move the last stage to the first day', () => {
  const booked = [near(3, '2026-07-01', '2026-07-02'), near(1, '2026-07-02', null), near(2, '2026-07-03', null)]
  const found = dateStages(travel('2026-07-01', '2026-07-04'), stages(3), booked)
  expect(found.dates).toEqual(['2026-07-02', '2026-07-03', '2026-07-04'])
  expect(found.freeDays).toEqual([{ date: '2026-07-01', before: 0, stay: 0 }])
})

test('a hotel that is booked for the whole trip has a day for each stage', () => {
  const found = dateStages(travel('2026-07-01', '2026-07-05'), stages(4), [stay(1, '2026-07-01', '2026-07-05')])
  expect(found.dates).toEqual(['2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04'])
  expect(codes(found)).toEqual([])
})

test('nights that are booked twice, or not at all, are contradictions of the later stay', () => {
  const booked = [
    stay(1, '2026-07-01', '2026-07-03'),
    stay(2, '2026-07-02', '2026-07-03'),
    stay(3, '2026-07-05', '2026-07-06'),
  ]
  const { contradictions, dates } = dateStages(travel('2026-07-01'), stages(3), booked)
  expect(contradictions.map(({ code, stay: index, field }) => [code, index, field])).toEqual([
    ['accommodation-overlap', 1, 'arrivalDate'],
    ['accommodation-gap', 2, 'arrivalDate'],
  ])
  expect(contradictions.map(({ message }) => message)).toEqual([
    'The stays at "hut 1" and "hut 2" are both booked for the night of 2026-07-02.',
    'No accommodation is booked from 2026-07-03 to 2026-07-05, between "hut 1" and "hut 3".',
  ])
  expect(dates).toEqual(['2026-07-01', '2026-07-02', '2026-07-05'])
})

test('a stay that runs backwards or is outside the trip is reported and dates no stage', () => {
  const booked = [
    stay(1, '2026-07-01', '2026-07-02'),
    stay(2, '2026-07-04', '2026-07-05'),
    stay(3, '2026-07-03', '2026-07-04'),
    stay(4, '2026-07-09', null),
  ]
  const found = dateStages(travel('2026-07-01', '2026-07-06'), stages(4), booked)
  expect(found.contradictions.slice(0, 2)).toMatchObject([
    { code: 'accommodation-out-of-order', stay: 2 },
    { code: 'accommodation-outside-trip', stay: 3 },
  ])
  expect(found.dates).toEqual(['2026-07-01', '2026-07-04', '2026-07-05', '2026-07-06'])
})

test('a stay that ends after the departure is reported, and its nights after the trip are no free days', () => {
  const booked = [stay(1, '2026-07-01', '2026-07-02'), stay(2, '2026-07-02', '2026-07-08')]
  const found = dateStages(travel('2026-07-01', '2026-07-03'), stages(2), booked)
  expect([found.dates, found.freeDays]).toEqual([['2026-07-01', '2026-07-02'], []])
  expect(found.contradictions).toEqual([
    {
      code: 'accommodation-outside-trip',
      message: 'The stay at "hut 2" ends on 2026-07-08, which is outside the travel dates.',
      stay: 1,
      field: 'departureDate',
    },
  ])
  const further = [stay(1, '2026-07-01', '2026-07-03'), stay(2, '2026-07-03', '2026-07-05')]
  expect(codes(dateStages(travel('2026-07-01', '2026-07-03'), stages(2), further))).toEqual([])
})

test('too few days before a stay, and a departure before the last stage, are contradictions', () => {
  const early = dateStages(travel('2026-07-01'), stages(3), [stay(3, '2026-07-02', '2026-07-03')])
  expect([early.dates, codes(early)]).toEqual([['2026-07-01', '2026-07-01', '2026-07-02'], ['too-few-days']])
  const late = dateStages(travel('2026-07-01', '2026-07-03'), stages(4), [stay(1, '2026-07-01', '2026-07-02')])
  expect(late.contradictions).toMatchObject([{ code: 'departure-too-early', stay: null, field: 'departureDate' }])
  expect(late.dates).toEqual(['2026-07-01', '2026-07-02', '2026-07-03', null])
})

test('a mistyped year does not fill the book with free days', () => {
  const found = dateStages(travel('2026-07-01'), stages(2), [stay(1, '2026-07-01', null), stay(2, '2036-07-02', null)])
  expect(found.freeDays).toHaveLength(60)
})
