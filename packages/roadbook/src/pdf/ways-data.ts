import { lineColor } from '../brand/palette.ts'
import type { Route, Stage } from '../document.ts'
import { printableHtml } from '../html/printable-html.ts'
import { routeKindName } from '../interface/formats.ts'
import type { MapContent } from '../map/map-content.ts'
import { dashesOf } from '../map/track-line.ts'
import { drawProfile } from '../profile/profile-drawing.ts'
import { type StageWay, stageWays } from '../stage-ways.ts'
import { type Figures, figuresOf, sumOfRoutes, sumsByKind } from '../statistics.ts'
import { plainText } from '../text/plain-text.ts'
import type { BookFiles } from './book-files.ts'
import { isWide, named } from './entry-data.ts'
import { kindsOf, statisticsOf } from './figure-data.ts'
import type { PrintStyle } from './paper.ts'

/** An entry for a route. `figures: null`: those of the whole way are printed, with its profile. */
const routeData = (
  route: Route,
  index: number,
  { title, figures, isAlternative = false }: { title: string; figures: Figures | null; isAlternative?: boolean },
  style: PrintStyle,
  files: BookFiles,
) => {
  const kind = routeKindName(style.texts, route.kind)
  const name = named(route.name, kind ?? title)
  return {
    name,
    label: name === title && kind !== null ? kind : name,
    kind: [isAlternative ? style.texts.alternative : null, kind].filter((part) => part !== null).join(' · ') || null,
    wide: isWide(name),
    color: lineColor(style.palette, index),
    dashed: dashesOf(route.kind, isAlternative) !== undefined,
    statistics: figures === null ? [] : statisticsOf(figures, style),
    profile: null as ReturnType<typeof profileData>,
    blocks: printableHtml(route.html),
    image: files.picture(route.image, name),
  }
}

/** `title`: for a way without a name. */
const profileData = (
  way: Pick<StageWay, 'name' | 'segments'>,
  { pois, title }: Pick<MapContent, 'pois' | 'title'>,
  style: PrintStyle,
  files: BookFiles,
) =>
  files.drawing(
    drawProfile(way, pois, style, style.layout.profile),
    style.texts.profileOf({ title: plainText(way.name) || plainText(title) }),
  )

/** The entries of an alternative: its figures and its profile are at the first of its routes. */
const alternativeData = (way: StageWay, firstIndex: number, content: MapContent, style: PrintStyle, files: BookFiles) =>
  way.routes.map((route, index) => {
    const figures = index === 0 ? sumOfRoutes(way.routes) : null
    const about = { title: content.title, figures, isAlternative: true }
    const data = routeData(route, firstIndex + index, about, style, files)
    const unnamed = { ...content, title: style.texts.alternative }
    return index === 0 ? { ...data, profile: profileData(way, unnamed, style, files) } : data
  })

/** The ways of a stage: figures and profile of the main way, then its routes, then the alternatives. */
export const stageWaysData = (stage: Stage, content: MapContent, style: PrintStyle, files: BookFiles) => {
  const { main, alternatives } = stageWays(stage)
  const areSeveral = main.routes.length > 1
  let next = main.routes.length
  return {
    // Beside alternatives the main way needs its name.
    alone: !areSeveral && alternatives.length === 0,
    statistics: statisticsOf(sumOfRoutes(main.routes), style),
    kinds: kindsOf(sumsByKind(main.routes), style),
    profile: profileData(main, content, style, files),
    routes: main.routes.map((route, index) => {
      const about = { title: content.title, figures: areSeveral ? figuresOf(route) : null }
      return routeData(route, index, about, style, files)
    }),
    alternatives: alternatives.flatMap((way) => {
      const entries = alternativeData(way, next, content, style, files)
      next += way.routes.length
      return entries
    }),
  }
}

/** The routes of the general part: each is by itself. */
export const separateWaysData = (content: MapContent, style: PrintStyle, files: BookFiles) => {
  const [only] = content.routes
  const alone = only !== undefined && content.routes.length === 1
  return {
    alone,
    statistics: alone ? statisticsOf(figuresOf(only), style) : [],
    kinds: [],
    profile: alone ? profileData(only, content, style, files) : null,
    routes: content.routes.map((route, index) => ({
      ...routeData(route, index, { title: content.title, figures: figuresOf(route) }, style, files),
      profile: alone ? null : profileData(route, content, style, files),
    })),
    alternatives: [],
  }
}
