import { expect, test } from 'vitest'
import { type RouteRole, waysOf } from './ways.ts'

/** Places on a line, 10 km apart; `+` is 400 m farther, `-` 600 m. */
const lonOf = (place: string): number =>
  (place.charCodeAt(0) - 65) * 0.13 + (place[1] === '+' ? 0.0036 : place[1] === '-' ? 0.0054 : 0)

/** `AB`: a route from A to B. `''`: a route without points. */
const route = (name: string, role?: RouteRole) => {
  const [, from = '', to = ''] = /^(.[+-]?)(.[+-]?)/.exec(name) ?? []
  const points = [from, to].map((place) => ({ lat: 0, lon: lonOf(place) }))
  return { name: `${name}${role ? ` ${role}` : ''}`, role, segments: from === '' ? [] : [[], points] }
}

const waysIn = (...routes: ReturnType<typeof route>[]) => {
  const { main, alternatives } = waysOf(routes)
  return [main, ...alternatives].map((way) => way.map(({ name }) => name))
}

test('a route that begins where the one before ends is a leg', () => {
  expect(waysIn(route('AB'), route('BC'), route('CD'))).toEqual([['AB', 'BC', 'CD']])
})

test('a leg begins within 500 m of the end before', () => {
  expect(waysIn(route('AB'), route('B+C'))).toEqual([['AB', 'B+C']])
  expect(waysIn(route('AB'), route('B-C'))).toEqual([['AB'], ['B-C']])
})

test('a route that begins elsewhere is an alternative, of the whole way or of a part', () => {
  expect(waysIn(route('AD'), route('AD'))).toEqual([['AD'], ['AD']])
  expect(waysIn(route('AD'), route('BC'), route('BD'))).toEqual([['AD'], ['BC'], ['BD']])
})

test('a route that begins where both the main way and an alternative end continues the main way', () => {
  expect(waysIn(route('AB'), route('AB'), route('BC'))).toEqual([['AB', 'BC'], ['AB']])
})

test('a route that begins only where the alternative before it ends continues that', () => {
  expect(waysIn(route('AD'), route('AB'), route('BD'))).toEqual([['AD'], ['AB', 'BD']])
})

test('an alternative to a ferry does not interrupt the main way', () => {
  expect(waysIn(route('AB'), route('BC'), route('BC'), route('CD'))).toEqual([['AB', 'BC', 'CD'], ['BC']])
})

test('round trips from the same place are legs', () => {
  expect(waysIn(route('AA'), route('AA'))).toEqual([['AA', 'AA']])
})

test('roles decide, whatever the positions', () => {
  expect(waysIn(route('AA'), route('AA', 'alternative'))).toEqual([['AA'], ['AA alternative']])
  expect(waysIn(route('AB'), route('CD', 'leg'))).toEqual([['AB', 'CD leg']])
  expect(waysIn(route('AB', 'main'), route('CD', 'main'))).toEqual([['AB main', 'CD main']])
})

test('the main way may be listed after its alternatives', () => {
  expect(waysIn(route('AB'), route('AB', 'main'), route('BC'))).toEqual([['AB main', 'BC'], ['AB']])
  expect(waysIn(route('AB', 'alternative'), route('AB'))).toEqual([['AB'], ['AB alternative']])
})

test('a route that leads to the first one with the role main belongs to the main way', () => {
  expect(waysIn(route('AB'), route('BC', 'main'))).toEqual([['AB', 'BC main']])
  expect(waysIn(route('AB', 'leg'), route('CD', 'main'))).toEqual([['AB leg', 'CD main']])
  expect(waysIn(route('AB', 'alternative'), route('BC', 'main'))).toEqual([['BC main'], ['AB alternative']])
})

test('a leg after an alternative continues the way whose end it meets, else the main way', () => {
  const [main, other] = [route('AB', 'main'), route('AC', 'alternative')]
  expect(waysIn(main, other, route('CB', 'leg'))).toEqual([['AB main'], ['AC alternative', 'CB leg']])
  expect(waysIn(main, other, route('BD', 'leg'))).toEqual([['AB main', 'BD leg'], ['AC alternative']])
  expect(waysIn(main, other, route('DE', 'leg'))).toEqual([['AB main', 'DE leg'], ['AC alternative']])
})

test('the first of only alternatives is the main way', () => {
  expect(waysIn(route('AB', 'alternative'), route('BC', 'alternative'))).toEqual([
    ['AB alternative'],
    ['BC alternative'],
  ])
})

test('a route without points continues the main way, and so does the route after it', () => {
  expect(waysIn(route('AB'), route(''), route('CD'))).toEqual([['AB', '', 'CD']])
  expect(waysIn(route(''), route('AB'))).toEqual([['', 'AB']])
})

test('no routes are no ways', () => {
  expect(waysOf([])).toEqual({ main: [], alternatives: [] })
})
