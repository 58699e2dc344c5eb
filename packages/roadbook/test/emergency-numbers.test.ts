// @ts-expect-error The package has no types.
import phoneNumbers from 'google-libphonenumber'
import { expect, test } from 'vitest'
import data from '../src/emergency/emergency-numbers.json' with { type: 'json' }
import { emergencyNumbersIn, emergencyNumbersOf } from '../src/emergency/emergency-numbers.ts'
import { styleOf } from '../src/map/map-content.ts'
import { BookFiles } from '../src/pdf/book-files.ts'
import { emergencyData } from '../src/pdf/emergency-data.ts'
import { layouts } from '../src/pdf/paper.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf } from './books.ts'

const isEmergencyNumber = (number: string, country: string): boolean =>
  phoneNumbers.ShortNumberInfo.getInstance().isEmergencyNumber(number, country)

test('every number is an emergency number of its country, also for Google’s libphonenumber', () => {
  const countries = [...Object.values(data.call).flat(), ...Object.keys(data.others)]
  const unknown = countries.flatMap((country) => {
    const { call, others } = emergencyNumbersIn(country)
    const numbers = [call, ...others.flatMap(({ service, number }) => (service === 'mountain-rescue' ? [] : [number]))]
    return numbers.filter((number) => !isEmergencyNumber(number, country)).map((number) => `${country} ${number}`)
  })
  expect(unknown).toEqual([])
  expect(new Set(Object.values(data.call).flat()).size).toBe(Object.values(data.call).flat().length)
})

test('a trip has the numbers of each country that it visits, in its order', () => {
  const toItaly = routeOf('Over the pass', [
    [
      { lat: 47.1, lon: 11.4 },
      { lat: 46.7, lon: 11.6 },
    ],
  ])
  const book = emptyBook({ stages: [stageOf(1, 'Over the pass', { routes: [toItaly] })] })
  expect(emergencyNumbersOf(book).map(({ country, call }) => [country, call])).toEqual([
    ['AT', '112'],
    ['IT', '112'],
  ])
  expect(emergencyNumbersOf(book)[0]?.others[1]).toEqual({ service: 'mountain-rescue', number: '140' })
})

test.each([
  ['a territory with its own numbers', 22.3, 114.17, 'HK', '999'],
  ['a place beyond the 180th meridian', -36.8, 174.8 - 360, 'NZ', '111'],
  ['a country that the table lacks', -18.9, 47.5, 'MG', '112'],
])('%s', (_, lat, lon, country, call) => {
  const stages = [stageOf(1, 'A day', { pois: [poiOf(1, 'A place', lat, lon)] })]
  expect(emergencyNumbersOf(emptyBook({ stages }))).toMatchObject([{ country, call }])
})

test('a number of two digits can be called from the PDF', () => {
  const book = emptyBook({ stages: [stageOf(1, 'A day', { pois: [poiOf(1, 'A place', 45.19, 5.72)] })] })
  const style = { ...styleOf(book), layout: layouts.a4, isPrinted: true }
  const files = new BookFiles({ missing: '', title: '' }, new Set())
  const [france] = emergencyData(book, 'A walk', style, files).lines
  expect(france?.others.map(({ link }) => link)).toEqual(['tel:15', 'tel:17', 'tel:18'])
})

test('a trip without a place has the number that phones connect anywhere', () => {
  expect(emergencyNumbersOf(emptyBook())).toEqual([{ country: null, call: '112', others: [] }])
  const stages = [stageOf(1, 'A day', { routes: [routeOf('A route', madeUpTrack(5))] })]
  expect(emergencyNumbersOf(emptyBook({ stages }))).toHaveLength(1)
})
