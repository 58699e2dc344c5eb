import { expect, test } from 'vitest'
import { styleOf } from '../src/map/map-content.ts'
import { layouts } from '../src/pdf/paper.ts'
import { restDayRow } from '../src/pdf/rest-day.ts'
import { staysData } from '../src/pdf/stays-data.ts'
import { emptyBook, stageOf, stayOf } from './books.ts'

const style = { ...styleOf(emptyBook()), layout: layouts.a4, isPrinted: true }

test('a day before the first stage is the arrival only on the day of arrival', () => {
  const travel = { arrivalDate: '2026-06-02', departureDate: null }
  const titleOn = (date: string, accommodation: string | null) =>
    restDayRow({ date, before: 0, accommodation }, travel, style).title
  expect([titleOn('2026-06-02', 'Inn'), titleOn('2026-06-03', 'Inn')]).toEqual(['Arrival: Inn', 'Rest day in Inn'])
  expect([titleOn('2026-06-02', null), titleOn('2026-06-03', null)]).toEqual(['Day of arrival', 'Rest day'])
})

test('two bookings of the same nights in one hotel are both listed with their remarks, each once', () => {
  const nights = { arrivalDate: '2026-06-03', departureDate: '2026-06-05' }
  const accommodations = ['Room 1', 'Room 2'].map((comment) => stayOf('Inn', { ...nights, comment }))
  const stages = [1, 2].map((number) => stageOf(number, 'A day', { accommodations }))
  const list = staysData(emptyBook({ stages }), style)
  expect(list?.rows.map(({ stages: shown, remarks }) => [shown, remarks])).toEqual([
    ['1–2', ['Room 1']],
    ['1–2', ['Room 2']],
  ])
})
