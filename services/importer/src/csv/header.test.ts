import { expect, it } from 'vitest'
import { normalisedName, repeatedNames } from './header.ts'

it.each([
  'Arrival date',
  ' ARRIVAL DATE ',
  '"Arrivaldate"',
  '\ufeffArrival\u00a0date',
  "'arrival date'",
  'Arri\u00advaldate',
])('%j is the column “Arrival date”', (name) => {
  expect(normalisedName(name)).toBe(normalisedName('Arrival date'))
})

it('accents may be written in one character or in two', () => {
  expect(normalisedName('Ankunft Zu\u0308rich')).toBe(normalisedName('Ankunft Zürich'))
})

it('of the names that are wanted those are told that stand there twice', () => {
  expect(repeatedNames(['a', 'B', ' b', 'c', 'c'], ['A', 'b'])).toEqual(['b'])
})
