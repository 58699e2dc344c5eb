import { type Bounds, lonDifference, type Segments } from '@guidebook/route-geometry'
import type { Point } from './svg.ts'

/** Length of a degree of longitude at the equator, metres (WGS 84: 2π · 6378137 / 360). */
const metresPerDegree = 111_319.49
/** Mercator coordinates become too large nearer to the poles. */
const highestLat = 88
/** Smallest extent of a map, metres: a single point would have no scale. */
const smallestSpan = 600

/** A typographic point in metres; the units of printed maps. */
const metresPerPoint = 0.0254 / 72

const toRadians = Math.PI / 180
const clampLat = (lat: number): number => Math.min(highestLat, Math.max(-highestLat, lat))
/** Mercator ordinate in degrees, the unit of the longitude. */
export const northing = (lat: number): number =>
  Math.log(Math.tan(Math.PI / 4 + (clampLat(lat) * toRadians) / 2)) / toRadians
const latOf = (y: number): number => (2 * Math.atan(Math.exp(y * toRadians)) - Math.PI / 2) / toRadians

/**
 * Units of a drawing per degree of longitude, so that its scale is 1:`denominator` at this ordinate if a unit is printed as a point. Mercator
 * enlarges by 1 / cos φ in all directions (J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, 1987, chapter 7).
 */
export const unitsPerDegree = (denominator: number, y: number): number =>
  (metresPerDegree * Math.cos(latOf(y) * toRadians)) / (denominator * metresPerPoint)

/** The extent of a map in degrees of longitude and in Mercator ordinates. */
const frameOf = (bounds: Bounds) => {
  const width = bounds.west <= bounds.east ? bounds.east - bounds.west : bounds.east - bounds.west + 360
  const middleLon = bounds.west + width / 2
  const low = northing(bounds.south)
  const high = northing(bounds.north)
  const least = smallestSpan / (metresPerDegree * Math.cos(clampLat((bounds.south + bounds.north) / 2) * toRadians)) / 2
  const halfWidth = Math.max(width / 2, least)
  const halfHeight = Math.max((high - low) / 2, least)
  const middle = (low + high) / 2
  return {
    middleLon,
    west: middleLon - halfWidth,
    east: middleLon + halfWidth,
    low: middle - halfHeight,
    high: middle + halfHeight,
  }
}

/** Height / width of the window. */
export const aspectOf = (bounds: Bounds): number => {
  const { west, east, low, high } = frameOf(bounds)
  return (high - low) / (east - west)
}

/**
 * Mercator projection of a window that may cross the antimeridian. It preserves angles, so a track keeps its shape. Fits the bounds into the
 * drawing with `margin` units on each side; the window is extended to fill the drawing.
 */
export const projectionFor = (bounds: Bounds, size: { width: number; height: number }, margin: number): Projection => {
  const { width, height } = size
  const { middleLon, west, east, low, high } = frameOf(bounds)
  const scale = Math.min((width - 2 * margin) / (east - west), (height - 2 * margin) / (high - low))
  return projectionOf({ lon: middleLon, y: (low + high) / 2 }, size, scale)
}

/** The middle of a map: degrees of longitude, and the Mercator ordinate in degrees. */
export interface Centre {
  lon: number
  y: number
}

export const centreOf = (bounds: Bounds): Centre => {
  const { middleLon, low, high } = frameOf(bounds)
  return { lon: middleLon, y: (low + high) / 2 }
}

/** Width and height of an extent in units at 1:`denominator`. */
export const spanAt = (bounds: Bounds, denominator: number): { across: number; down: number } => {
  const { west, east, low, high } = frameOf(bounds)
  const perDegree = unitsPerDegree(denominator, (low + high) / 2)
  return { across: (east - west) * perDegree, down: (high - low) * perDegree }
}

/** Mercator projection of a window of 1:`denominator` around its centre, if a unit is printed as a point. */
export const projectionAt = (centre: Centre, size: { width: number; height: number }, denominator: number) =>
  projectionOf(centre, size, unitsPerDegree(denominator, centre.y))

/** `scale`: units per degree of longitude. */
const projectionOf = (
  { lon: middleLon, y: middle }: Centre,
  { width, height }: { width: number; height: number },
  scale: number,
) => {
  /** Degrees. `east` is always greater than `west` and may exceed 180. */
  const window = {
    west: middleLon - width / 2 / scale,
    east: middleLon + width / 2 / scale,
    south: latOf(middle - height / 2 / scale),
    north: latOf(middle + height / 2 / scale),
  }
  /**
   * The window in the Web Mercator square (85.05° S to 85.05° N), whose sides go from 0 (180° W, 85.05° N) to 1. Values are above 1 or below
   * 0 across the antimeridian and nearer to a pole.
   */
  const box = {
    left: (window.west + 180) / 360,
    top: (180 - middle - height / 2 / scale) / 360,
    right: (window.east + 180) / 360,
    bottom: (180 - middle + height / 2 / scale) / 360,
  }
  const middleLat = latOf(middle)
  const project = ({ lat, lon }: { lat: number; lon: number }): Point => ({
    x: width / 2 + lonDifference(middleLon, lon) * scale,
    y: height / 2 - (northing(lat) - middle) * scale,
  })
  const placeAt = ({ x, y }: Point): { lat: number; lon: number } => ({
    lat: latOf(middle - (y - height / 2) / scale),
    lon: middleLon + (x - width / 2) / scale,
  })
  const aroundTheWorld = 180 * scale
  /** The lines of a track. A line around the earth is cut where it leaves the window. */
  const projectLines = (segments: Segments): Point[][] =>
    segments.flatMap((segment) => {
      const lines: Point[][] = []
      let line: Point[] = []
      for (const place of segment) {
        const point = project(place)
        const last = line.at(-1)
        if (last && Math.abs(point.x - last.x) > aroundTheWorld) {
          lines.push(line)
          line = []
        }
        line.push(point)
      }
      return [...lines, line].filter(({ length }) => length > 0)
    })
  /** At the window's middle latitude. */
  const metresPerUnit = (metresPerDegree * Math.cos(middleLat * toRadians)) / scale
  /** The denominator of the scale in the middle, if a unit is printed as a point. */
  const denominator = metresPerUnit / metresPerPoint
  return { width, height, window, box, metresPerUnit, denominator, middleLat, project, placeAt, projectLines }
}

export type Projection = ReturnType<typeof projectionOf>

/** Whether a point is in the drawing, at least `inset` units from its edges. */
export const isInside = ({ width, height }: Projection, { x, y }: Point, inset: number): boolean =>
  x >= inset && y >= inset && x <= width - inset && y <= height - inset
