import type { Poi, Route } from '../document.ts'
import { groupColor, poiGroupOf } from '../poi/poi-icons.ts'
import { type Waymark, waymarks } from '../way/waymarks.ts'
import { line } from './entry-data.ts'
import type { PrintStyle } from './paper.ts'

/** The day table of a stage; `null` if there is nothing on the way. */
export const dayTableData = (
  stage: { routes: readonly Route[]; pois: readonly Poi[] },
  { texts, formats }: PrintStyle,
) => {
  const marks = waymarks(stage.routes, stage.pois)
  if (marks.length === 0) return null
  const labelOf = ({ kind, place, turn }: Waymark) => {
    const poi = kind === 'place' ? stage.pois.find(({ number }) => number === place) : undefined
    const group = poi && poiGroupOf(poi.icon)
    const end = kind === 'start' ? texts.start : kind === 'end' ? texts.end : ''
    return {
      number: poi === undefined ? null : String(poi.number),
      color: group === undefined ? null : groupColor(group),
      name: poi === undefined ? end : line(poi.name),
      turn: turn === null ? null : texts[`turn.${turn}`],
    }
  }
  const time = (seconds: number | null) => (seconds === null ? '' : formats.duration(seconds))
  return {
    title: texts.way,
    heads: ['', texts.distance, texts.elevation, texts.fromStart, texts.toNext],
    rows: marks.map((mark) => ({
      ...labelOf(mark),
      values: [
        formats.kilometres(mark.distanceMetres),
        mark.elevationMetres === null ? '' : formats.metres(mark.elevationMetres),
        mark.kind === 'start' ? '' : time(mark.secondsFromStart),
        time(mark.secondsToNext),
      ],
    })),
    note: marks.some(({ turn }) => turn !== null) ? texts.computedTurns : null,
  }
}
