import { normaliseLon } from '@guidebook/route-geometry'
import { iso1A2Code } from '@rapideditor/country-coder'
import type { RoadbookDocument } from '../document.ts'
import data from './emergency-numbers.json' with { type: 'json' }

export type EmergencyService = 'ambulance' | 'police' | 'fire' | 'mountain-rescue'

export interface EmergencyNumbers {
  /** ISO 3166-1, two letters; null: unknown. */
  country: string | null
  /** The number for any emergency; where a country has none, that of the ambulance. */
  call: string
  others: { service: EmergencyService; number: string }[]
}

const calls = new Map(Object.entries(data.call).flatMap(([number, all]) => all.map((country) => [country, number])))
const others = new Map(Object.entries<Partial<Record<EmergencyService, string>>>(data.others))

/** Mobile phones connect 112 in most networks of the world. */
const anywhere: EmergencyNumbers = { country: null, call: '112', others: [] }

const order: readonly EmergencyService[] = ['ambulance', 'mountain-rescue', 'police', 'fire']

export const emergencyNumbersIn = (country: string): EmergencyNumbers => ({
  country,
  call: calls.get(country) ?? anywhere.call,
  others: order.flatMap((service) => {
    const number = others.get(country)?.[service]
    return number === undefined ? [] : [{ service, number }]
  }),
})

/** Territories have numbers of their own. */
const countryAt = ({ lat, lon }: { lat: number; lon: number }): string | null => {
  const at: [number, number] = [normaliseLon(lon), lat]
  const territory = iso1A2Code(at, { level: 'territory' })
  return territory !== null && calls.has(territory) ? territory : iso1A2Code(at)
}

/** Points of a route that are looked up: between two of them, a country may be visited only for a short while. */
const samples = 20

/** The numbers of each country that the trip visits, in its order; never empty. */
export const emergencyNumbersOf = ({ stages, generalInfo }: Pick<RoadbookDocument, 'stages' | 'generalInfo'>) => {
  const places = [...stages, generalInfo].flatMap(({ routes, pois, accommodations }) => [
    ...routes.flatMap(({ segments }) => sampled(segments.flat())),
    ...sampled(pois),
    ...sampled(accommodations.flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [{ lat, lon }]))),
  ])
  const countries = new Set(places.map(countryAt).filter((country) => country !== null))
  return countries.size === 0 ? [anywhere] : [...countries].map(emergencyNumbersIn)
}

const sampled = <P>(points: readonly P[]): P[] => {
  const step = Math.max(1, (points.length - 1) / samples)
  const last = points.at(-1)
  const some = Array.from({ length: Math.min(samples, points.length) }, (_, at) => points[Math.floor(at * step)] as P)
  return last === undefined ? [] : [...some, last]
}
