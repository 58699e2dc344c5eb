import { type RouteKind, routeStatistics, type Segments } from '@guidebook/route-geometry'
import type { Accommodation, PlaceDetails, Poi, RoadbookDocument, Route, Stage } from '../src/document.ts'

export const emptyBook = (changes: Partial<RoadbookDocument> = {}): RoadbookDocument => ({
  lang: 'en',
  paper: 'a4',
  title: 'A walk',
  html: '',
  brand: { name: 'Alpine Walks', logo: null, primaryColor: '#0b5d4b', secondaryColor: '#e07b00' },
  organiser: 'Alpine Walks',
  travel: { arrivalDate: null, departureDate: null },
  bookingCode: null,
  cover: null,
  test: false,
  contentVersion: '1',
  createdAt: '2026-05-04T10:20:30.000Z',
  createdOn: '2026-05-04',
  url: 'https://trips.example.com/t/AbCdEf0123456789',
  hasGpx: true,
  emergencyPhone: null,
  stages: [],
  restDays: [],
  generalInfo: { texts: [], pois: [], routes: [], accommodations: [] },
  ...changes,
})

export const routeOf = (
  name: string,
  segments: Segments,
  kind: RouteKind = 'hiking',
  changes: Partial<Route> = {},
): Route => {
  const { distanceM, ascentM, descentM, hours } = routeStatistics(segments, kind)
  return {
    name,
    kind,
    html: '',
    segments,
    statistics: {
      distanceMetres: distanceM,
      ascentMetres: ascentM,
      descentMetres: descentM,
      durationSeconds: hours === null ? null : hours * 3600,
    },
    image: null,
    ...changes,
  }
}

export const stageOf = (number: number, title: string, changes: Partial<Stage> = {}): Stage => ({
  number,
  title,
  date: null,
  routes: [],
  pois: [],
  texts: [],
  accommodations: [],
  ...changes,
})

export const noDetails: PlaceDetails = {
  address: null,
  phone: null,
  email: null,
  web: null,
  checkIn: null,
  checkOut: null,
  openingHours: null,
}

export const poiOf = (number: number, name: string, lat: number, lon: number, changes: Partial<Poi> = {}): Poi => ({
  number,
  name,
  html: '',
  icon: 'sight',
  lat,
  lon,
  ...noDetails,
  image: null,
  ...changes,
})

export const stayOf = (name: string, changes: Partial<Accommodation> = {}): Accommodation => ({
  name,
  html: '',
  ...noDetails,
  lat: null,
  lon: null,
  arrivalDate: null,
  departureDate: null,
  comment: null,
  image: null,
  ...changes,
})

/** A gentle made-up track: `count` points from a place north-eastward over a hill. */
export const madeUpTrack = (count = 200, lat = 46.4, lon = 13.7): Segments => [
  Array.from({ length: count }, (_, index) => ({
    lat: lat + (index / count) * 0.06 + 0.004 * Math.sin(index / 9),
    lon: lon + (index / count) * 0.09 + 0.006 * Math.cos(index / 13),
    ele: Math.round(700 + 600 * Math.sin((Math.PI * index) / count) + 25 * Math.sin(index / 4)),
  })),
]
