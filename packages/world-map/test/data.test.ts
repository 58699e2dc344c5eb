import { expect, test } from 'vitest'
import { knownPlaces, namesOf } from '../src/exonyms.ts'
import { readBorders, readPlaces, readRivers } from '../src/world-data.ts'

test('places have names in the languages of the interface, and local ones in others', () => {
  expect(namesOf('Vienna', 'AT')).toEqual({
    name: 'Wien',
    'name:en': 'Vienna',
    'name:fr': 'Vienne',
    'name:it': 'Vienna',
    'name:es': 'Viena',
    'name:nl': 'Wenen',
  })
  expect(namesOf('Vienna', 'US')).toEqual({ name: 'Vienna' })
})

test('every place of the table of names is in the data', () => {
  const places = new Set(readPlaces().map(({ properties }) => properties.name))
  const rivers = new Set(readRivers().map(({ name }) => name))
  const missing = knownPlaces.filter((key) => {
    const [, name = '', region = ''] = /^(.*) (\w+)$/.exec(key) ?? []
    return region === 'river' ? !rivers.has(name) : !places.has(namesOf(name, region).name ?? '')
  })
  expect(missing).toEqual([])
})

test('capitals and large cities are in tiles of low zooms, villages in the highest only', () => {
  const places = readPlaces()
  const zoomOf = (name: string) => places.find(({ properties }) => properties.name === name)?.minZoom
  expect([zoomOf('Paris'), zoomOf('Ljubljana'), zoomOf('Cortina d’Ampezzo') ?? zoomOf("Cortina d'Ampezzo")]).toEqual([
    3, 3, 8,
  ])
})

test('borders are lines between countries, and rivers have names', () => {
  expect(readBorders().length).toBeGreaterThan(150)
  expect(readRivers().filter(({ name }) => name === 'Po')).not.toEqual([])
})
