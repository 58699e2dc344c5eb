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
  const ways = [...elementsIn(document, ['trk']), ...elementsIn(document, ['rte'])]
  return ways.map(wayOf).filter(({ points }) => points.length >= 2)
}

/** The elements with one of these names, in any namespace, in the order of the file. */
function elementsIn(parent: ParentNode, names: readonly string[]): Element[] {
  return [...parent.querySelectorAll('*')].filter(({ localName }) => names.includes(localName))
}

function wayOf(element: Element): Way {
  // Garmin's programs write the line from a point of a route to the next one into the point, as an extension: `rpt`.
  const elements = elementsIn(element, element.localName === 'trk' ? ['trkpt'] : ['rtept', 'rpt'])
  const points = elements.map(pointOf).filter((point) => point !== null)
  const name = [...element.children].find(({ localName }) => localName === 'name')?.textContent?.trim()
  return { name: name === undefined || name === '' ? null : name, points }
}

function pointOf(element: Element): Point | null {
  const [lat, lon] = [numberIn(element.getAttribute('lat')), numberIn(element.getAttribute('lon'))]
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) return null
  const ele = numberIn([...element.children].find(({ localName }) => localName === 'ele')?.textContent)
  return Number.isFinite(ele) ? { lat, lon, ele } : { lat, lon }
}

/** `Number` alone reads an empty text as 0. */
function numberIn(text: string | null | undefined): number {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? Number.NaN : Number(trimmed)
}
