import type { GeneralInfo, Stage } from '../document.ts'
import { routeKindName } from '../interface/formats.ts'
import { contentOfGeneral, contentOfStage, type MapContent } from '../map/map-content.ts'
import { drawStageMap } from '../map/stage-map.ts'
import type { StageSheets } from '../map/stage-sheets.ts'
import { stageTitle } from '../stage-title.ts'
import { stageWays } from '../stage-ways.ts'
import { sumOfRoutes } from '../statistics.ts'
import type { BookFiles, PrintedBasemap } from './book-files.ts'
import { dayTableData } from './day-table-data.ts'
import { accommodationData, line, poiData, shortLine, textData } from './entry-data.ts'
import { statisticValues } from './figure-data.ts'
import { type PrintStyle, styleOn } from './paper.ts'
import { noSheets, sheetsData } from './sheet-data.ts'
import { needsSpread } from './spread.ts'
import { separateWaysData, stageWaysData } from './ways-data.ts'

const contentData = (
  content: MapContent,
  style: PrintStyle,
  files: BookFiles,
  basemap: PrintedBasemap,
  plan: StageSheets | null = null,
) => {
  const map = drawStageMap(content, styleOn(basemap, style), style.layout.map, plan)
  const note =
    map && map.offMap.length > 0 ? style.texts.offMap({ numbers: style.formats.numberList(map.offMap) }) : null
  return {
    map: files.drawing(map, style.texts.mapOf({ title: content.title }), { note, basemap }),
    pois: content.pois.map((poi) => poiData(poi, style, files)),
    stays: content.accommodations.map((accommodation) => accommodationData(accommodation, style, files)),
  }
}

/** "Stage 2 · Hiking · 15 km · 5 h 20 min": the line below a stage's title in the contents. */
const noteOf = (stage: Stage, style: PrintStyle): string => {
  const { routes } = stageWays(stage).main
  const kinds = new Set(routes.map(({ kind }) => routeKindName(style.texts, kind)))
  const [distance, , , time] = statisticValues(sumOfRoutes(routes), style)
  const values = [kinds.size === 1 ? [...kinds][0] : null, distance, time]
  const date = stage.date === null ? null : style.formats.day(stage.date)
  return [`${style.texts.stage} ${stage.number}`, date, ...values].filter((part) => part != null).join(' · ')
}

export interface StageMaps {
  own: PrintedBasemap
  /** `null`: the stage's map fits its extent. */
  plan: StageSheets | null
  /** The basemap of a sheet. */
  ofSheet(number: number): PrintedBasemap
}

export const stageData = (stage: Stage, style: PrintStyle, files: BookFiles, { own, plan, ofSheet }: StageMaps) => {
  const title = line(stageTitle(stage, style.texts))
  const content = { ...contentOfStage(stage), title }
  const kicker = `${style.texts.stage} ${stage.number}`
  const way = dayTableData({ routes: stageWays(stage).main.routes, pois: stage.pois }, style)
  return {
    kicker,
    title,
    running: kicker === title ? kicker : `${kicker} · ${shortLine(title, style.layout.running)}`,
    date: stage.date === null ? '' : style.formats.day(stage.date),
    note: noteOf(stage, style),
    ...contentData(content, style, files, own, plan),
    ...sheetsData(plan, content, stage.number, style, files, ofSheet),
    ...stageWaysData(stage, content, style, files),
    way,
    spread: needsSpread(
      stage,
      { tableLines: way?.rows.length ?? 0, mapHeight: plan?.whole?.height ?? style.layout.map.maxHeight },
      style,
    ),
    textsFirst: false,
    texts: stage.texts.map((text) => textData(text, files)),
  }
}

/** The general part, as a chapter without a number; `null` if it is empty. */
export const generalData = (general: GeneralInfo, style: PrintStyle, files: BookFiles, basemap: PrintedBasemap) => {
  const { texts, pois, routes, accommodations } = general
  if (texts.length + pois.length + routes.length + accommodations.length === 0) return null
  const title = style.texts.generalInfo
  const content = contentOfGeneral(general, title)
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
    ...contentData(content, style, files, basemap),
    ...noSheets,
    ...separateWaysData(content, style, files),
    spread: false,
    textsFirst: true,
    texts: texts.map((text) => textData(text, files)),
  }
}
