import { mapBackground } from '../brand/palette.ts'
import type { ShapeKind, VectorBasemap, VectorName, VectorShape } from '../document.ts'
import { plainText } from '../text/plain-text.ts'
import { gridNameBoxes } from './graticule.ts'
import type { MapSheet } from './map-sheet.ts'
import { boxAround } from './occupied.ts'
import { placeLabel } from './place-label.ts'
import { element, type Point, pathData, roundLine } from './svg.ts'
import { casingWidth, nameStyles, shapeStyles } from './vector-style.ts'

/** Names per square of this many units, and the least distance of two: more would compete with those of the stage. */
const unitsOfName = 85
const leastDistance = 34

/** Of areas on a relief, which is to be seen through them. Water is level. */
const opacityOnRelief = 0.55

/** The shapes of a basemap, those of a kind as one path. `onPicture`: a relief is beneath them. */
export function vectorShapes({ shapes }: Pick<VectorBasemap, 'shapes'>, onPicture: boolean): string {
  const parts = new Map<ShapeKind, VectorShape['parts'][number][]>()
  for (const { kind, parts: more } of shapes) {
    const known = parts.get(kind)
    if (known) known.push(...more)
    else parts.set(kind, [...more])
  }
  return (Object.keys(shapeStyles) as ShapeKind[]).map((kind) => drawn(kind, parts.get(kind) ?? [], onPicture)).join('')
}

function drawn(kind: ShapeKind, parts: readonly (readonly number[])[], onPicture: boolean): string {
  const { fill, stroke, width = 0, dash, casing } = shapeStyles[kind]
  const isArea = fill !== undefined
  const d = pathData(parts.map(pointsOf).map((line) => (isArea ? [...line, ...line.slice(0, 1)] : line)))
  if (d === '') return ''
  const opacity = isArea && onPicture && kind !== 'water' ? opacityOnRelief : undefined
  const line = { d, class: 'basemap', ...(isArea ? { fill, 'fill-opacity': opacity } : roundLine) }
  const under = casing ? element('path', { ...line, stroke: casing, 'stroke-width': width + casingWidth }) : ''
  return under + element('path', { ...line, stroke, 'stroke-width': stroke && width, 'stroke-dasharray': dash })
}

const pointsOf = (part: readonly number[]): Point[] =>
  Array.from({ length: part.length / 2 }, (_, at) => ({ x: part[2 * at] as number, y: part[2 * at + 1] as number }))

/**
 * The names of a basemap that have room beside everything that is drawn already, each with its symbol. `taken`: names that the map has anyway.
 */
export function vectorNames(
  { names }: Pick<VectorBasemap, 'names'>,
  { projection, occupied }: MapSheet,
  taken: ReadonlySet<string>,
): string[] {
  const most = Math.round((projection.width * projection.height) / unitsOfName ** 2)
  const seen = new Set(taken)
  const written: string[] = []
  const places: Point[] = []
  for (const box of gridNameBoxes(projection)) occupied.take(box)
  for (const { kind, name, x, y } of names) {
    if (written.length >= most) break
    const text = plainText(name)
    const { symbol, ...style } = nameStyles[kind]
    const at = { x, y }
    const isCrowded = places.some((other) => Math.hypot(other.x - x, other.y - y) < leastDistance)
    if (text === '' || seen.has(text) || isCrowded || !occupied.isFree(boxAround(at, 2))) continue
    const label = placeLabel(occupied, at, symbol ? 1.6 : 0, text, { ...style, halo: mapBackground }, 'clear of lines')
    if (label === '') continue
    seen.add(text)
    places.push(at)
    occupied.take(boxAround(at, 2))
    written.push(symbolAt(symbol, at) + label)
  }
  return written
}

const outline = { stroke: '#ffffff', 'stroke-width': 0.4 }

function symbolAt(symbol: (typeof nameStyles)[VectorName['kind']]['symbol'], { x, y }: Point): string {
  const path = (d: string, fill: string) => element('path', { d, fill, ...outline })
  const [left, top] = [x.toFixed(1), y.toFixed(1)]
  switch (symbol) {
    case 'dot':
      return element('circle', { cx: x, cy: y, r: 1.1, fill: '#565d63', ...outline })
    case 'ring':
      return element('circle', { cx: x, cy: y, r: 1.5, fill: '#ffffff', stroke: '#3b4146', 'stroke-width': 0.8 })
    case 'peak':
      return path(`M${left} ${top}m-2 1.4h4l-2-3.4z`, '#6d5333')
    case 'pass':
      return path(`M${left} ${top}m-2-1.4q2 3.2 4 0v1q-2 2.6-4 0z`, '#6d5333')
    case 'hut':
      return path(`M${left} ${top}m-2.2 1.8v-2.2l2.2-1.8 2.2 1.8v2.2z`, '#7a3f2a')
    default:
      return ''
  }
}
