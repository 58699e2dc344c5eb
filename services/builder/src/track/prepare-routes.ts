import {
  joinParts,
  packTrack,
  type RouteKind,
  type RouteStatistics,
  routeStatistics,
  type Segments,
  unpackTrack,
} from '@guidebook/route-geometry'
import type { Figures } from '../content/book-content.ts'

/** A route whose figures are still to be calculated: packed, in one part or in several that are to be joined. */
export interface RouteToPrepare {
  parts: Uint8Array[]
  /** Route icon; decides how the time is reckoned. */
  icon: RouteKind | null
}

export interface PreparedRoute {
  track: Uint8Array
  figures: Figures
  /** Index of the part before each gap that was not bridged, and how wide it is in metres. */
  gaps: { afterPart: number; distanceM: number }[]
  /** Indices of the parts that are travelled from end to beginning. */
  turned: number[]
}

/** A route without an icon is reckoned as walked. */
const defaultKind = 'hiking'

/** Joins parts and calculates what no one has calculated yet; a joined route is calculated as a whole. */
export function prepareRoute({ parts, icon }: RouteToPrepare): PreparedRoute {
  const kind = icon ?? defaultKind
  const [only] = parts
  if (only && parts.length === 1) {
    return { track: only, figures: figuresOf(routeStatistics(unpackTrack(only), kind)), gaps: [], turned: [] }
  }
  const { segments, gaps, turned } = joinParts(parts.map((part): Segments => unpackTrack(part)))
  return {
    track: packTrack(segments),
    figures: figuresOf(routeStatistics(segments, kind)),
    gaps: gaps.map((gap) => ({ ...gap })),
    turned: turned.flatMap((isTurned, part) => (isTurned ? [part] : [])),
  }
}

const figuresOf = ({ distanceM, ascentM, descentM, hours }: RouteStatistics): Figures => ({
  distanceMetres: distanceM,
  ascentMetres: ascentM,
  descentMetres: descentM,
  durationSeconds: hours === null ? null : hours * 3600,
})
