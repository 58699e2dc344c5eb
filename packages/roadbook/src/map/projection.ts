import { type Bounds, lonDifference, type Segments } from '@guidebook/route-geometry'
import type { Point } from './svg.ts'

/** Length of a degree of longitude at the equator, metres (WGS 84: 2π · 6378137 / 360). */
const metresPerDegree = 111_319.49
/** Mercator coordinates become too large nearer to the poles. */
const highestLat = 88
/** Smallest extent of a map, metres: a single point would have no scale. */
const smallestSpan = 600

const toRadians = Math.PI / 180
const clampLat = (lat: number): number => Math.min(highestLat, Math.max(-highestLat, lat))
/** Mercator ordinate in degrees, the unit of the longitude. */
const northing = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + (clampLat(lat) * toRadians) / 2)) / toRadians
const latOf = (y: number): number => (2 * Math.atan(Math.exp(y * toRadians)) - Math.PI / 2) / toRadians

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
export const projectionFor = (bounds: Bounds, size: { width: number; height: number }, margin: number) => {
  const { width, height } = size
  const { middleLon, west, east, low, high } = frameOf(bounds)
  const scale = Math.min((width - 2 * margin) / (east - west), (height - 2 * margin) / (high - low))
  const middle = (low + high) / 2
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
  return { width, height, window, box, metresPerUnit, middleLat, project, projectLines }
}

export type Projection = ReturnType<typeof projectionFor>

/** Whether a point is in the drawing, at least `inset` units from its edges. */
export const isInside = ({ width, height }: Projection, { x, y }: Point, inset: number): boolean =>
  x >= inset && y >= inset && x <= width - inset && y <= height - inset
