import { mapBackground } from '../brand/palette.ts'
import type { DrawingStyle } from './map-content.ts'
import { roundDown } from './nice-step.ts'
import type { Projection } from './projection.ts'
import { element, textAt, textWidth } from './svg.ts'

/** If the scale differs by more than this share between the upper and the lower edge, the bar names its latitude. */
const noticeable = 0.04

/** Behind the bar and the arrow. */
const backdrop = { fill: mapBackground, 'fill-opacity': 0.88 }

const scaleChange = ({ window }: Projection): number => {
  const south = Math.cos((window.south * Math.PI) / 180)
  const north = Math.cos((window.north * Math.PI) / 180)
  return Math.abs(south - north) / Math.max(south, north)
}

/** The lower corner of a map. */
export type Side = 'left' | 'right'

/** A scale bar of a round length in a lower corner; in print, with the scale. On a screen a unit has no known size. */
export const scaleBar = (projection: Projection, { formats, isPrinted = false }: DrawingStyle, side: Side): string => {
  const { width, height, metresPerUnit, denominator, middleLat } = projection
  const metres = roundDown(metresPerUnit * width * 0.25)
  const length = metres / metresPerUnit
  const latitude = `${Math.abs(Math.round(middleLat))}°${middleLat < 0 ? 'S' : 'N'}`
  const distance = metres < 1000 ? formats.metres(metres) : formats.kilometres(metres)
  const scale = isPrinted ? [formats.scale(denominator)] : []
  const label = [...scale, scaleChange(projection) > noticeable ? `${distance} (${latitude})` : distance].join(' · ')
  const boxWidth = Math.max(length, textWidth(label, { size: 7 })) + 14
  const boxLeft = side === 'left' ? 0 : width - boxWidth
  const right = boxLeft + boxWidth - 7
  const x = right - length
  const y = height - 9
  return [
    element('rect', { x: boxLeft, y: height - 23, width: boxWidth, height: 23, ...backdrop }),
    element('rect', { x, y: y - 3, width: length, height: 3, fill: '#ffffff', stroke: '#1f2529', 'stroke-width': 0.7 }),
    element('rect', { x, y: y - 3, width: length / 2, height: 3, fill: '#1f2529' }),
    textAt(right, y - 5.5, label, { size: 7, fill: '#1f2529', anchor: 'end' }),
  ].join('')
}

/** In Mercator north is up everywhere. */
export const northArrow = ({ width }: Projection): string => {
  const x = width - 15
  return [
    element('circle', { cx: x, cy: 16, r: 12.5, ...backdrop }),
    element('path', { d: `M${x} 5l4.5 14-4.5-3.2z`, fill: '#1f2529' }),
    element('path', { d: `M${x} 5l-4.5 14 4.5-3.2z`, fill: '#ffffff', stroke: '#1f2529', 'stroke-width': 0.6 }),
    textAt(x, 26.5, 'N', { size: 7, weight: 700, fill: '#1f2529', anchor: 'middle' }),
  ].join('')
}
