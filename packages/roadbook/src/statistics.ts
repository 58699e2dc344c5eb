import type { RouteStatistics } from './document.ts'

const figures = ['distanceMetres', 'ascentMetres', 'descentMetres', 'durationSeconds'] as const

/** Sums the figures of several routes. A sum is unknown if one of its figures is unknown, or if there is no route. */
export const sumOf = (all: readonly RouteStatistics[]): RouteStatistics => {
  const sum: RouteStatistics = { distanceMetres: null, ascentMetres: null, descentMetres: null, durationSeconds: null }
  for (const figure of figures) {
    const values = all.map((statistics) => statistics[figure])
    if (values.length > 0 && values.every((value) => value !== null))
      sum[figure] = values.reduce((total, value) => total + value, 0)
  }
  return sum
}
