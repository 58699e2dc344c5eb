import { waysOf } from '@guidebook/route-geometry'
import type { Route, Stage } from './document.ts'
import { plainText } from './text/plain-text.ts'

/** The routes of a stage that are one way: the main way, or an alternative. */
export interface StageWay extends Pick<Route, 'segments'> {
  name: string
  routes: readonly Route[]
}

/** The main way of a stage, and its alternatives. The only place of this package that knows which route is what. */
export const stageWays = ({ title, routes }: Pick<Stage, 'title' | 'routes'>) => {
  const { main, alternatives } = waysOf(routes)
  return { main: wayOf(main, title), alternatives: alternatives.map((way) => wayOf(way)) }
}

/** The kind of the first route on which the traveller is not transported; else of the first route. */
export const movedKindOf = (routes: readonly Route[]): string =>
  (routes.find(({ kind }) => !isCarried(kind)) ?? routes[0])?.kind ?? ''

const carried = new Set(['ferry-route', 'bus-tour', 'transfer'])

/** Whether the traveller is transported. */
export const isCarried = (kind: string): boolean => carried.has(kind)

/** `title`: of the stage, for its main way. An alternative whose routes have no names has none. */
const wayOf = (routes: readonly Route[], title = ''): StageWay => ({
  name: (title !== '' && routes.length !== 1 ? title : namesOf(routes)) || title,
  routes,
  segments: routes.flatMap(({ segments }) => segments),
})

const namesOf = (routes: readonly Route[]): string =>
  routes
    .map(({ name }) => plainText(name))
    .filter((name) => name !== '')
    .join('; ')
