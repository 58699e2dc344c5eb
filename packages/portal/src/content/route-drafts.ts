import type { RouteCreation, RouteIcon } from '@guidebook/client'
import type { Point } from '../map/way.ts'
import { readGpx, type Way } from './gpx.ts'

/** A way of a file, before it is stored. */
export interface Draft {
  /** For React only. */
  id: string
  way: Way
  name: string
  customId: string
  icon: RouteIcon
  reversed: boolean
}

/** Throws a TypeError if the text is not a GPX file. */
export function draftsOfFile(fileName: string, text: string): Draft[] {
  const base = fileName.replace(/\.gpx$/i, '')
  const ways = readGpx(text)
  return ways.map((way, index) => {
    const suffix = ways.length === 1 ? '' : `-${index + 1}`
    return {
      id: crypto.randomUUID(),
      way,
      name: way.name ?? base + suffix,
      customId: customIdOf(base, suffix),
      icon: 'hiking',
      reversed: false,
    }
  })
}

/** At most 60 characters, only those that need no encoding in addresses. Empty if the name has none of them: a number alone says nothing. */
export function customIdOf(name: string, suffix = ''): string {
  const base = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toUpperCase()
    .slice(0, 60 - suffix.length)
  return base === '' ? '' : base + suffix
}

/** In the direction in which they are stored. */
export const pointsOf = ({ way, reversed }: Pick<Draft, 'way' | 'reversed'>): Point[] =>
  reversed ? way.points.toReversed() : way.points

export function toRoute(
  { way, name, customId, icon, reversed }: Draft,
  { account, library, lang }: { account: string; library: string; lang: string },
): RouteCreation {
  const points = pointsOf({ way, reversed })
  return {
    account,
    library: { customId: library },
    customId: customId.trim(),
    names: { [lang]: name.trim() },
    attributes: {},
    icon: { name: icon },
    waypoints: points.map(({ lat, lon, ele }) => (ele === undefined ? { lat, lon } : { lat, lon, ele })),
  }
}
