import { type RouteKind, travelHours } from '@guidebook/route-geometry'
import type { Figures, StatedFigures } from '../content/book-content.ts'

/**
 * The figures of a joined route: those of the whole, but the sum of the parts for a figure that the account overrides for some part and that
 * is known for each.
 */
export function withOverrides(calculated: Figures, parts: readonly (StatedFigures | null)[]): Figures {
  const figure = (name: keyof Figures): number | null => {
    if (!parts.some((part) => part?.overridden.includes(name))) return calculated[name]
    const values = parts.map((part) => part?.effective[name] ?? null).filter((value) => value !== null)
    return values.length < parts.length ? calculated[name] : values.reduce((sum, value) => sum + value, 0)
  }
  return {
    distanceMetres: figure('distanceMetres'),
    ascentMetres: figure('ascentMetres'),
    descentMetres: figure('descentMetres'),
    durationSeconds: figure('durationSeconds'),
  }
}

const opposites: Record<keyof Figures, keyof Figures> = {
  distanceMetres: 'distanceMetres',
  ascentMetres: 'descentMetres',
  descentMetres: 'ascentMetres',
  durationSeconds: 'durationSeconds',
}

/** The figures of a part in the other direction. An overridden time stays; any other is calculated again. */
export function reversedFigures({ effective, overridden }: StatedFigures, kind: RouteKind): StatedFigures {
  const { distanceMetres, ascentMetres, descentMetres, durationSeconds } = effective
  const hours = distanceMetres === null ? null : travelHours(kind, distanceMetres, descentMetres, ascentMetres)
  return {
    effective: {
      distanceMetres,
      ascentMetres: descentMetres,
      descentMetres: ascentMetres,
      durationSeconds: overridden.includes('durationSeconds') ? durationSeconds : hours && hours * 3600,
    },
    overridden: overridden.map((name) => opposites[name]),
  }
}
