import { expect, test } from 'vitest'
import { formatsOf } from './formats.ts'

test('dates, numbers and times are written as in the language', () => {
  const of = (lang: string) => {
    const formats = formatsOf(lang)
    return [formats.date('2026-06-03'), formats.kilometres(14_860), formats.metres(1460), formats.duration(19_200)].map(
      (text) => text.replaceAll(/[\u00A0\u202F]/g, ' '),
    )
  }
  expect(of('de')).toEqual(['3. Juni 2026', '14,9 km', '1.460 m', '5 h 20 min'])
  expect(of('en')).toEqual(['3 June 2026', '14.9 km', '1,460 m', '5 h 20 min'])
  expect(of('fr')).toEqual(['3 juin 2026', '14,9 km', '1 460 m', '5 h 20 min'])
  expect(formatsOf('fr').date('2026-06-01')).toBe('1er juin 2026')
  // There are no messages in Russian, so dates and figures are English like the labels.
  expect(of('ru')).toEqual(of('en'))
  expect(of('xx')).toEqual(of('en'))
})

test('an elevation just below sea level is 0 m', () => {
  const { metres } = formatsOf('en')
  expect([-0.3, -3].map(metres)).toEqual(['0\u00A0m', '-3\u00A0m'])
})

test('a day is the same day in every time zone', () => {
  expect(formatsOf('en').day('2026-01-01')).toBe('Thursday, 1 January 2026')
})

test('consecutive numbers become a range', () => {
  expect(formatsOf('en').numberList([7, 1, 2, 3, 9])).toBe('1–3, 7, 9')
})
