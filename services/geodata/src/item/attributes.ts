import { type CalculatedAttributes, routeAttributeNames } from '@guidebook/contracts'
import { type RouteKind, type RouteMeasures, statisticsMethod, travelHours } from '@guidebook/route-geometry'

type AttributeName = (typeof routeAttributeNames)[number]

/** The account's own values, as it sent them. */
export type Overrides = Partial<Record<AttributeName, string>>

/** An empty or null value restores the calculated one. */
export type SentOverrides = Partial<Record<AttributeName, string | null>>

/** The four figures in the units of the specification: metres, metres, kilometres, hours. */
export type Figures = Record<AttributeName, string | null>

/** An override that deviates from the calculated value by more than this share of it causes a warning. */
const farOff = 0.25

/** A route without an icon counts as hiking, like most routes. It also gives the longest time. */
const kindOf = (icon: RouteKind | null): RouteKind => icon ?? 'hiking'

/** A fixed number of decimals without trailing zeros; null stays null. */
const decimal = (value: number | null, places: number): string | null =>
  value === null ? null : `${Number(value.toFixed(places))}`

/** Whole metres, kilometres to the metre, hours to the hundredth (36 seconds). */
export const figuresOf = (measures: RouteMeasures, icon: RouteKind | null): Figures => ({
  altitudeUp: decimal(measures.ascentM, 0),
  altitudeDown: decimal(measures.descentM, 0),
  routeDistance: decimal(measures.distanceM / 1000, 3),
  time: decimal(travelHours(kindOf(icon), measures.distanceM, measures.ascentM, measures.descentM), 2),
})

/** The figures with the method that calculated them. */
export const calculatedOf = (measures: RouteMeasures, icon: RouteKind | null): CalculatedAttributes => {
  const { length, climb, time, version: _, ...constants } = statisticsMethod(kindOf(icon))
  const { rule, ...pace } = time
  return {
    ...figuresOf(measures, icon),
    elevationShare: measures.shareWithElevation,
    method: { distance: length, elevation: climb, time: rule, constants: { ...constants, ...pace } },
  }
}

/** The stored overrides, changed by those of the request. */
export const mergeOverrides = (before: Overrides, sent: SentOverrides | undefined): Overrides => {
  const merged: Overrides = {}
  for (const name of routeAttributeNames) {
    const value = sent?.[name] === undefined ? before[name] : sent[name]
    if (value) merged[name] = value
  }
  return merged
}

/** An override takes precedence. */
export const effectiveOf = (figures: Figures, overrides: Overrides): Figures => ({ ...figures, ...overrides })

/** The overridden attributes, in the order of the specification. */
export const overriddenIn = (overrides: Overrides): AttributeName[] =>
  routeAttributeNames.filter((name) => overrides[name] !== undefined)

export interface OverrideWarning {
  code: string
  message: string
  pointer: string
}

/** One for each override that is far from the calculated value. Without a calculated value there is none. */
export const warningsOf = (figures: Figures, overrides: Overrides): OverrideWarning[] =>
  overriddenIn(overrides).flatMap((name) => {
    const calculated = figures[name]
    if (calculated === null) return []
    const off = Math.abs(Number(overrides[name]) - Number(calculated))
    if (off <= farOff * Number(calculated)) return []
    return [
      {
        code: 'override-far-off',
        message: `${name} is more than 25 % off the calculated value ${calculated}; the sent value is used`,
        pointer: `/attributes/${name}`,
      },
    ]
  })
