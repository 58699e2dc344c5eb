import { lonDifference, type Segments } from '@guidebook/route-geometry'
import { type Centre, northing, unitsPerDegree } from './projection.ts'

interface SheetSize {
  /** The denominator of the scale. */
  scale: number
  /** Points. */
  width: number
  height: number
}

/** Points of each edge that the way does not reach before the next sheet shows it: neighbours overlap by up to twice this margin. */
const margin = 30
/** A place is on a sheet if it is this far from its edges. */
const least = 15
/** Longest step along the way, as a share of the sheet: a track may have one point for many kilometres. */
const step = 1 / 16

/** The part of the way on an unfinished sheet: degrees of longitude, which continue beyond ±180°, and Mercator ordinates. */
interface Part {
  west: number
  east: number
  low: number
  high: number
}

const middleOf = ({ west, east, low, high }: Part): Centre => ({ lon: (west + east) / 2, y: (low + high) / 2 })

const extended = ({ west, east, low, high }: Part, { lon, y }: Centre): Part => ({
  west: Math.min(west, lon),
  east: Math.max(east, lon),
  low: Math.min(low, y),
  high: Math.max(high, y),
})

/**
 * The centres of sheets that show ways completely, in their order; `null` if these were more than `most`. Walks along the ways: a sheet shows
 * as much of them as it has room for, the next one begins where they leave it. What a sheet shows already needs no other.
 */
export const coverWays = (segments: Segments, { scale, width, height }: SheetSize, most: number): Centre[] | null => {
  const sheets: Centre[] = []
  const fits = (part: Part): boolean => {
    const perDegree = unitsPerDegree(scale, middleOf(part).y)
    const [across, down] = [(part.east - part.west) * perDegree, (part.high - part.low) * perDegree]
    return across <= width - 2 * margin && down <= height - 2 * margin
  }
  const isShown = ({ lon, y }: Centre): boolean =>
    sheets.some((sheet) => {
      const perDegree = unitsPerDegree(scale, sheet.y)
      const aside = Math.abs(lonDifference(sheet.lon, lon)) * perDegree
      return aside <= width / 2 - least && Math.abs(y - sheet.y) * perDegree <= height / 2 - least
    })
  let part: Part | null = null
  for (const place of placesAlong(segments, { scale, width: Math.min(width, height) * step })) {
    const longer: Part | null = part && extended(part, place)
    if (longer && fits(longer)) {
      part = longer
      continue
    }
    if (part) sheets.push(middleOf(part))
    if (sheets.length > most) return null
    part = isShown(place) ? null : { west: place.lon, east: place.lon, low: place.y, high: place.y }
  }
  if (part) sheets.push(middleOf(part))
  return sheets.length > most ? null : sheets
}

/** The points of a way, and places between those that are farther apart than `width` points of print. */
function* placesAlong(
  segments: Segments,
  { scale, width }: Pick<SheetSize, 'scale' | 'width'>,
): Generator<Centre, void, undefined> {
  let before: Centre | undefined
  for (const segment of segments) {
    let isConnected = false
    for (const { lat, lon } of segment) {
      const last: Centre | undefined = before
      const here: Centre = { lon: last ? last.lon + lonDifference(last.lon, lon) : lon, y: northing(lat) }
      if (last && isConnected) {
        const [across, up] = [here.lon - last.lon, here.y - last.y]
        const steps = Math.ceil((Math.hypot(across, up) * unitsPerDegree(scale, here.y)) / width)
        for (let at = 1; at < steps; at++) {
          yield { lon: last.lon + (across * at) / steps, y: last.y + (up * at) / steps }
        }
      }
      yield here
      before = here
      isConnected = true
    }
  }
}
