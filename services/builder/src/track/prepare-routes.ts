import {
  joinParts,
  packTrack,
  type RouteKind,
  type RouteRole,
  type RouteStatistics,
  routeStatistics,
  type Segments,
  unpackTrack,
  waysOf,
} from '@guidebook/route-geometry'
import type { Figures, StatedFigures } from '../content/book-content.ts'
import { reversedFigures, withOverrides } from './stated-figures.ts'

/** A route whose figures are to be calculated; several parts are to be joined. */
export interface RouteToPrepare {
  parts: Uint8Array[]
  /** Route icon; determines the formula for the duration. */
  icon: RouteKind | null
  /** Of each part; null for a track of the request. */
  stated?: readonly (StatedFigures | null)[]
}

export interface PreparedRoute {
  track: Uint8Array
  figures: Figures
  /** Gaps that were not bridged: index of the part before the gap, and its width in metres. */
  gaps: { afterPart: number; distanceM: number }[]
}

/** A route of a stage; `track: null`: without points. */
export interface PackedRoute {
  role?: RouteRole
  track: Uint8Array | null
}

/** For a route without an icon. */
const defaultKind = 'hiking'

/** Joins the parts of a route and calculates the figures of the whole. Those that the account overrides take precedence. */
export function prepareRoute({ parts, icon, stated = [] }: RouteToPrepare): PreparedRoute {
  const kind = icon ?? defaultKind
  const [only] = parts
  if (only && parts.length === 1) {
    const figures = figuresOf(routeStatistics(unpackTrack(only), kind))
    return { track: only, figures: withOverrides(figures, stated), gaps: [] }
  }
  const { segments, gaps, turned } = joinParts(parts.map((part): Segments => unpackTrack(part)))
  const directed = stated.map((part, index) => (part && turned[index] ? reversedFigures(part, kind) : part))
  return {
    track: packTrack(segments),
    figures: withOverrides(figuresOf(routeStatistics(segments, kind)), directed),
    gaps: gaps.map((gap) => ({ ...gap })),
  }
}

const figuresOf = ({ distanceM, ascentM, descentM, hours }: RouteStatistics): Figures => ({
  distanceMetres: distanceM,
  ascentMetres: ascentM,
  descentMetres: descentM,
  durationSeconds: hours === null ? null : hours * 3600,
})

const waysOfStage = (routes: readonly PackedRoute[]) =>
  waysOf(routes.map(({ role, track }, index) => ({ index, role, segments: track === null ? [] : unpackTrack(track) })))

/** Indices of the routes of a stage that do not belong to its main way. */
export const alternativesOfStage = (routes: readonly PackedRoute[]): number[] =>
  waysOfStage(routes).alternatives.flatMap((way) => way.map(({ index }) => index))

/** Where the main way of a stage ends; null if it has no points. */
export function endOfStage(routes: readonly PackedRoute[]): { lat: number; lon: number } | null {
  const last = waysOfStage(routes)
    .main.flatMap(({ segments }) => segments.flat())
    .at(-1)
  return last ? { lat: last.lat, lon: last.lon } : null
}
