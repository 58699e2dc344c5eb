import { mapBackground } from '../brand/palette.ts'
import type { MapSheet } from './map-sheet.ts'
import type { Box } from './occupied.ts'
import type { Projection } from './projection.ts'
import { element, type Point, textAt } from './svg.ts'

const dark = '#1f2529'
const tag = { width: 13, height: 11 }

/** The areas of sheets on the map of the whole stage, each with its number in a corner. */
export const sheetFrames = (sheets: readonly Projection[], { projection, occupied }: MapSheet): string[] => {
  const areas = sheets.map((sheet) => ({
    from: projection.project(sheet.placeAt({ x: 0, y: 0 })),
    to: projection.project(sheet.placeAt({ x: sheet.width, y: sheet.height })),
  }))
  const frames = areas.map(({ from, to }) =>
    element('rect', {
      x: from.x,
      y: from.y,
      width: to.x - from.x,
      height: to.y - from.y,
      fill: 'none',
      stroke: dark,
      'stroke-width': 0.8,
      'stroke-opacity': 0.75,
    }),
  )
  const numbers = areas.map(({ from, to }, index) => {
    const corners = cornersOf(from, to)
    const free = corners.filter((corner) => occupied.isFree(corner))
    const box = free.find((corner) => !occupied.isOnLine(corner)) ?? free[0] ?? corners[0]
    if (!box) return ''
    occupied.take(box)
    return numberIn(box, index + 1)
  })
  return [...frames, ...numbers]
}

const cornersOf = (from: Point, to: Point): Box[] =>
  [
    [from.x, from.y],
    [to.x - tag.width, from.y],
    [from.x, to.y - tag.height],
    [to.x - tag.width, to.y - tag.height],
  ].map(([left = 0, top = 0]) => ({ left, top, right: left + tag.width, bottom: top + tag.height }))

const numberIn = ({ left, top }: Box, number: number): string =>
  element('rect', { x: left, y: top, ...tag, fill: dark }) +
  textAt(left + tag.width / 2, top + tag.height - 2.8, String(number), {
    size: 7.6,
    weight: 700,
    fill: mapBackground,
    anchor: 'middle',
  })
