import { lineColor } from '../brand/palette.ts'
import type { Basemap, GeneralInfo, Route, Stage } from '../document.ts'
import { printableHtml } from '../html/printable-html.ts'
import { routeKindName } from '../interface/formats.ts'
import type { MapContent } from '../map/map-content.ts'
import { drawStageMap } from '../map/stage-map.ts'
import { isCarried } from '../map/track-line.ts'
import { drawProfile } from '../profile/profile-drawing.ts'
import { plainText, truncated } from '../text/plain-text.ts'
import type { BookFiles } from './book-files.ts'
import {
  accommodationData,
  isWide,
  line,
  named,
  poiData,
  statisticsOf,
  statisticValues,
  textData,
} from './entry-data.ts'
import type { PrintStyle } from './paper.ts'
import { needsSpread } from './spread.ts'

const routeData = (route: Route, index: number, content: MapContent, style: PrintStyle, files: BookFiles) => {
  const kind = routeKindName(style.texts, route.kind)
  const name = named(route.name, kind ?? content.title)
  const profile = drawProfile(route, content.pois, style, style.layout.profile)
  return {
    name,
    label: name === content.title && kind !== null ? kind : name,
    kind,
    wide: isWide(name),
    color: lineColor(style.palette, index),
    dashed: isCarried(route.kind),
    statistics: statisticsOf(route.statistics, style),
    profile: files.drawing(profile, style.texts.profileOf({ title: name })),
    blocks: printableHtml(route.html),
    image: files.picture(route.image, name),
  }
}

const contentData = (content: MapContent, style: PrintStyle, files: BookFiles, image: Basemap | undefined) => {
  const basemap = files.basemap(image)
  const map = drawStageMap(content, { ...style, onPicture: basemap !== null }, style.layout.map)
  const note =
    map && map.offMap.length > 0 ? style.texts.offMap({ numbers: style.formats.numberList(map.offMap) }) : null
  return {
    map: files.drawing(map, style.texts.mapOf({ title: content.title }), { note, basemap }),
    routes: content.routes.map((route, index) => routeData(route, index, content, style, files)),
    pois: content.pois.map((poi) => poiData(poi, style, files)),
    stays: content.accommodations.map((accommodation) => accommodationData(accommodation, style, files)),
  }
}

/** "Stage 2 · Hiking · 15 km · 5 h 20 min": the line below a stage's title in the contents. */
const noteOf = (stage: Stage, style: PrintStyle): string => {
  const [only] = stage.routes
  const values =
    only && stage.routes.length === 1
      ? [
          routeKindName(style.texts, only.kind),
          ...statisticValues(only.statistics, style.formats).filter((_, index) => index === 0 || index === 3),
        ]
      : []
  const date = stage.date === null ? null : style.formats.day(stage.date)
  return [`${style.texts.stage} ${stage.number}`, date, ...values].filter((part) => part !== null).join(' · ')
}

export const stageTitle = (stage: Stage, style: PrintStyle): string =>
  named(stage.title, `${style.texts.stage} ${stage.number}`)

export const stageData = (stage: Stage, style: PrintStyle, files: BookFiles, basemap?: Basemap) => {
  const title = stageTitle(stage, style)
  const kicker = `${style.texts.stage} ${stage.number}`
  return {
    kicker,
    title,
    running: kicker === title ? kicker : `${kicker} · ${truncated(plainText(title), style.layout.running)}`,
    date: stage.date === null ? '' : style.formats.day(stage.date),
    note: noteOf(stage, style),
    ...contentData({ ...stage, title }, style, files, basemap),
    spread: needsSpread(stage, style),
    textsFirst: false,
    texts: stage.texts.map((text) => textData(text, files)),
  }
}

/** The general part, as a chapter without a number; `null` if it is empty. */
export const generalData = (general: GeneralInfo, style: PrintStyle, files: BookFiles, basemap?: Basemap) => {
  const { texts, pois, routes, accommodations } = general
  if (texts.length + pois.length + routes.length + accommodations.length === 0) return null
  const title = style.texts.generalInfo
  return {
    kicker: null,
    title,
    running: title,
    date: '',
    note: texts
      .map((text) => line(text.title))
      .filter((name) => name !== '')
      .slice(0, 6)
      .join(' · '),
    ...contentData({ title, routes, pois, accommodations }, style, files, basemap),
    spread: false,
    textsFirst: true,
    texts: texts.map((text) => textData(text, files)),
  }
}
