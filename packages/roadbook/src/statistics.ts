import { paces, type RouteKind, travelHours } from '@guidebook/route-geometry'
import type { Route, RouteStatistics } from './document.ts'

export const figureNames = ['distanceMetres', 'ascentMetres', 'descentMetres', 'durationSeconds'] as const
export type FigureName = (typeof figureNames)[number]

/** Figures as they are shown, with what is known of them. */
export interface Figures extends RouteStatistics {
  /** Figures that some route lacks. Those that are known nevertheless are the sum of the others: at least so much. */
  lacking: FigureName[]
  /** The time contains a route on the flat whose climbs are unknown. */
  withoutClimbs: boolean
}

/** Metres and seconds to which a figure is rounded before it is added, as it is shown. So shown figures add up to their shown sum. */
const shownSteps: Record<FigureName, number> = {
  distanceMetres: 100,
  ascentMetres: 1,
  descentMetres: 1,
  durationSeconds: 60,
}

/** For routes without a kind, like the formula of the calculated time. */
const defaultKind: RouteKind = 'hiking'

export const paceKind = (kind: string): RouteKind => (Object.hasOwn(paces, kind) ? (kind as RouteKind) : defaultKind)

/** Whether the traveller climbs on such a route. On a ferry or a bus, unknown climbs are no loss. */
const isClimbed = (kind: string): boolean => paces[paceKind(kind)].rule !== 'speed'

/** Whether a climb that counts for the time of such a route is unknown. */
const lacksClimb = (kind: string, { ascentMetres, descentMetres }: RouteStatistics): boolean => {
  const { rule } = paces[paceKind(kind)]
  return rule !== 'speed' && (ascentMetres === null || (rule === 'DIN 33466' && descentMetres === null))
}

/** The figures of one route. Without climbs, the time is that of flat ground: no time at all would be worse for planning a day. */
export const figuresOf = ({ kind, statistics }: Pick<Route, 'kind' | 'statistics'>): Figures => {
  const { distanceMetres, ascentMetres, descentMetres } = statistics
  const isFlat = statistics.durationSeconds === null && distanceMetres !== null
  const hours = isFlat ? travelHours(paceKind(kind), distanceMetres, ascentMetres ?? 0, descentMetres ?? 0) : null
  const figures = { ...statistics, durationSeconds: hours === null ? statistics.durationSeconds : hours * 3600 }
  const isLacking = (name: FigureName): boolean =>
    figures[name] === null && (isClimbed(kind) || (name !== 'ascentMetres' && name !== 'descentMetres'))
  return { ...figures, lacking: figureNames.filter(isLacking), withoutClimbs: isFlat && lacksClimb(kind, statistics) }
}

/** Adds what is known. A sum is unknown only if all of its figures are. */
export const sumOf = (all: readonly Figures[]): Figures => {
  const [only] = all
  if (only && all.length === 1) return only
  const total = (name: FigureName): number | null => {
    const values = all.map((figures) => figures[name]).filter((value) => value !== null)
    const step = shownSteps[name]
    return values.length === 0 ? null : values.reduce((sum, value) => sum + Math.round(value / step) * step, 0)
  }
  return {
    distanceMetres: total('distanceMetres'),
    ascentMetres: total('ascentMetres'),
    descentMetres: total('descentMetres'),
    durationSeconds: total('durationSeconds'),
    lacking: figureNames.filter((name) => all.some(({ lacking }) => lacking.includes(name))),
    withoutClimbs: all.some(({ withoutClimbs }) => withoutClimbs),
  }
}

/** The sum of several routes, which follow each other. */
export const sumOfRoutes = (routes: readonly Route[]): Figures => sumOf(routes.map(figuresOf))

/** The sums by kind of route, in the order of the way. Empty if all routes have the same kind: the sum of all says it already. */
export const sumsByKind = (routes: readonly Route[]): { kind: string; figures: Figures }[] => {
  const kinds = [...Map.groupBy(routes, ({ kind }) => kind)]
  return kinds.length < 2 ? [] : kinds.map(([kind, of]) => ({ kind, figures: sumOfRoutes(of) }))
}
