import type { RouteCreation, RouteIcon } from '@guidebook/client'
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
    const numbered = ways.length === 1 ? base : `${base}-${index + 1}`
    return {
      id: crypto.randomUUID(),
      way,
      name: way.name ?? numbered,
      customId: customIdOf(numbered),
      icon: 'hiking',
      reversed: false,
    }
  })
}

/** Only characters that need no encoding in addresses. */
export const customIdOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toUpperCase()
    .slice(0, 60)

export function toRoute(
  { way, name, customId, icon, reversed }: Draft,
  { account, library, lang }: { account: string; library: string; lang: string },
): RouteCreation {
  const points = reversed ? way.points.toReversed() : way.points
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
