import type { RouteKind } from '@guidebook/route-geometry'
import type { Route } from '../document.ts'
import { isCarried } from '../stage-ways.ts'
import { trackMeter } from './along-track.ts'

/** The denominator of the scale of a kind's sheets; `null`: an overview is enough, since the traveller does not navigate. */
const scales: Readonly<Record<RouteKind, number | null>> = {
  hiking: 50_000,
  walking: 50_000,
  'nordic-walking': 50_000,
  mountaineering: 50_000,
  snowshoeing: 50_000,
  segment: 50_000,
  running: 50_000,
  'ski-touring': 50_000,
  'cross-country-skiing': 50_000,
  sledding: 50_000,
  'mountain-biking': 100_000,
  canoeing: 100_000,
  cycling: 150_000,
  'e-bike': 150_000,
  driving: 300_000,
  motorbike: 300_000,
  'ferry-route': null,
  'bus-tour': null,
  transfer: null,
}

const scaleOf = (kind: string): number | null => (Object.hasOwn(scales, kind) ? scales[kind as RouteKind] : null)

/** The scale for the kind of route that is most of the way; `null` if the traveller is transported, or the kind is unknown. */
export const sheetScaleOf = (routes: readonly Route[]): number | null => {
  const lengths = new Map<number, number>()
  for (const { kind, segments } of routes) {
    const scale = isCarried(kind) ? null : scaleOf(kind)
    if (scale !== null) lengths.set(scale, (lengths.get(scale) ?? 0) + trackMeter(segments).lengthM)
  }
  const [longest] = [...lengths].toSorted(([, one], [, other]) => other - one)
  return longest?.[0] ?? null
}
