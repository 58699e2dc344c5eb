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

it('accents may be composed or decomposed', () => {
  expect(normalisedName('Ankunft Zu\u0308rich')).toBe(normalisedName('Ankunft Zürich'))
})

it('configured names that occur twice are reported', () => {
  expect(repeatedNames(['a', 'B', ' b', 'c', 'c'], ['A', 'b'])).toEqual(['b'])
})
