/** Reads the ways of a GPX file: each track (its segments joined) and each route. */
import type { Point } from '../map/way.ts'

export interface Way {
  name: string | null
  points: Point[]
}

/** Throws a TypeError if the text is not a GPX file. */
export function readGpx(text: string): Way[] {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  if (document.querySelector('parsererror') !== null || document.documentElement.localName !== 'gpx')
    throw new TypeError('not a GPX file')
  const ways = [...document.getElementsByTagNameNS('*', 'trk'), ...document.getElementsByTagNameNS('*', 'rte')]
  return ways.map(wayOf).filter(({ points }) => points.length >= 2)
}

function wayOf(element: Element): Way {
  const pointName = element.localName === 'trk' ? 'trkpt' : 'rtept'
  const points = [...element.getElementsByTagNameNS('*', pointName)].map(pointOf).filter((point) => point !== null)
  const name = [...element.children].find(({ localName }) => localName === 'name')?.textContent?.trim()
  return { name: name === undefined || name === '' ? null : name, points }
}

function pointOf(element: Element): Point | null {
  const [lat, lon] = [element.getAttribute('lat'), element.getAttribute('lon')].map((value) => Number(value ?? 'none'))
  if (lat === undefined || lon === undefined || !Number.isFinite(lat) || !Number.isFinite(lon)) return null
  const height = [...element.children].find(({ localName }) => localName === 'ele')?.textContent?.trim() ?? ''
  const ele = height === '' ? Number.NaN : Number(height)
  return Number.isFinite(ele) ? { lat, lon, ele } : { lat, lon }
}
