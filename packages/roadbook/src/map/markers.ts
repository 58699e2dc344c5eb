import { groupColor, poiGroupOf } from '../poi/poi-icons.ts'
import { element, type Point, roundLine, textAt } from './svg.ts'

const dark = '#1f2529'
const white = '#ffffff'

/** Filled, with a white outline of this width. */
const outlined = (fill: string, width: number) => ({ fill, stroke: white, 'stroke-width': width })

/** The radius of numbered markers; smaller if there are many. */
export const poiRadius = (count: number): number => (count > 80 ? 5 : 6.4)

/** A numbered disc. A thin line connects it with the place if it was moved. */
export const poiMarker = (at: Point, place: Point, number: number, icon: string, radius: number): string => {
  const fill = groupColor(poiGroupOf(icon))
  const digits = String(number).length
  const moved = Math.hypot(at.x - place.x, at.y - place.y) > 1
  const leader = moved
    ? element('path', {
        d: `M${place.x.toFixed(1)} ${place.y.toFixed(1)}L${at.x.toFixed(1)} ${at.y.toFixed(1)}`,
        stroke: fill,
        'stroke-width': 0.8,
      }) + element('circle', { cx: place.x, cy: place.y, r: 1.6, ...outlined(fill, 0.5) })
    : ''
  const size = radius * (digits > 2 ? 0.86 : 1.14)
  return (
    leader +
    element('circle', { cx: at.x, cy: at.y, r: radius, ...outlined(fill, 1) }) +
    textAt(at.x, at.y + size * 0.36, String(number), { size, weight: 700, fill: white, anchor: 'middle' })
  )
}

/** A bed in a square, for accommodations. */
export const stayMarker = ({ x, y }: Point): string =>
  element('rect', { x: x - 7, y: y - 7, width: 14, height: 14, rx: 3, ...outlined(groupColor('stay'), 1) }) +
  element('path', {
    d: `M${(x - 4.6).toFixed(1)} ${(y - 3.6).toFixed(1)}v7.4m0-2.2h9.2m0 2.2v-3.4a1.6 1.6 0 0 0-1.6-1.6h-4.6v5M${(x - 2.6).toFixed(1)} ${(y - 0.4).toFixed(1)}h.01`,
    ...{ ...roundLine, stroke: white, 'stroke-width': 1.3 },
  })

const disc = ({ x, y }: Point): string => element('circle', { cx: x, cy: y, r: 5.6, ...outlined(dark, 1.2) })

export const startMarker = (at: Point): string =>
  disc(at) + element('path', { d: `M${(at.x - 1.7).toFixed(1)} ${(at.y - 2.8).toFixed(1)}l5 2.8-5 2.8z`, fill: white })

export const endMarker = (at: Point): string =>
  disc(at) + element('rect', { x: at.x - 2.2, y: at.y - 2.2, width: 4.4, height: 4.4, fill: white })

/** An arrow in the direction of travel, from `at` to `towards`. */
export const directionMarker = (at: Point, towards: Point): string => {
  const length = Math.hypot(towards.x - at.x, towards.y - at.y)
  if (length === 0) return ''
  const dx = (towards.x - at.x) / length
  const dy = (towards.y - at.y) / length
  const corner = (along: number, aside: number): string =>
    `${(at.x + dx * along - dy * aside).toFixed(1)} ${(at.y + dy * along + dx * aside).toFixed(1)}`
  return element('path', {
    d: `M${corner(4.6, 0)}L${corner(-3.6, 3.9)}L${corner(-2.2, 0)}L${corner(-3.6, -3.9)}z`,
    ...{ ...outlined(dark, 0.9), 'stroke-linejoin': 'round' },
  })
}

/** The marker of a stage on the overview. */
export const stageMarker = (at: Point, label: string, fill: string): string => {
  const width = 9 + 5 * label.length
  return (
    element('rect', { x: at.x - width / 2, y: at.y - 6.5, width, height: 13, rx: 6.5, ...outlined(fill, 1.2) }) +
    textAt(at.x, at.y + 2.9, label, { size: 8, weight: 700, fill: white, anchor: 'middle' })
  )
}
