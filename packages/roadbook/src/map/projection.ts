import { type Bounds, lonDifference, type Segments } from '@guidebook/route-geometry'
import type { Point } from './svg.ts'

/** Mean circumference of a parallel's degree at the equator, metres (WGS 84: 2π · 6378137 / 360). */
const metresPerDegree = 111_319.49
/** Beyond it Mercator runs away to infinity. */
const highestLat = 88
/** Nothing is drawn larger than this many metres across: a single point would otherwise have no scale. */
const smallestSpan = 600

const toRadians = Math.PI / 180
const clampLat = (lat: number): number => Math.min(highestLat, Math.max(-highestLat, lat))
/** Mercator's ordinate in degrees, so that it has the unit of longitude at the equator. */
const northing = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + (clampLat(lat) * toRadians) / 2)) / toRadians
const latOf = (y: number): number => (2 * Math.atan(Math.exp(y * toRadians)) - Math.PI / 2) / toRadians

/** Degrees, unrolled: `east` is always greater than `west` and may be beyond 180. */
export interface Window {
  south: number
  north: number
  west: number
  east: number
}

/**
 * A box on the square that Mercator makes of the earth between 85.05° south and north: from 0 (180° W, the northern edge) to 1.
 * It goes on beyond 1 or below 0 where a window lies across the antimeridian or nearer to a pole.
 */
export interface MercatorBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Mercator over a window that may lie across the antimeridian: angles are true, so that a track keeps its shape. */
export interface Projection {
  width: number
  height: number
  window: Window
  /** The same as tiles have it. */
  box: MercatorBox
  /** Metres on the ground for one unit, at the window's middle latitude. */
  metresPerUnit: number
  middleLat: number
  project(place: { lat: number; lon: number }): Point
  /** Lines of a track; a line that goes once round the earth is cut where it leaves the window. */
  projectLines(segments: Segments): Point[][]
}

interface Frame {
  middleLon: number
  west: number
  east: number
  low: number
  high: number
}

const frameOf = (bounds: Bounds): Frame => {
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

/** Height over width of the window, for choosing a picture's shape. */
export const aspectOf = (bounds: Bounds): number => {
  const { west, east, low, high } = frameOf(bounds)
  return (high - low) / (east - west)
}

/** Fits the bounds into the picture, `margin` units clear on each side, and fills the rest of it with surroundings. */
export const projectionFor = (bounds: Bounds, size: { width: number; height: number }, margin: number): Projection => {
  const { width, height } = size
  const { middleLon, west, east, low, high } = frameOf(bounds)
  const scale = Math.min((width - 2 * margin) / (east - west), (height - 2 * margin) / (high - low))
  const middle = (low + high) / 2
  const window = {
    west: middleLon - width / 2 / scale,
    east: middleLon + width / 2 / scale,
    south: latOf(middle - height / 2 / scale),
    north: latOf(middle + height / 2 / scale),
  }
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
  const metresPerUnit = (metresPerDegree * Math.cos(middleLat * toRadians)) / scale
  return { width, height, window, box, metresPerUnit, middleLat, project, projectLines }
}

/** Whether a point is in the picture, at least `inset` units from its edges. */
export const isInside = ({ width, height }: Projection, { x, y }: Point, inset: number): boolean =>
  x >= inset && y >= inset && x <= width - inset && y <= height - inset
