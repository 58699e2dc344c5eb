import { normaliseLon } from '@guidebook/route-geometry'
import { mapBackground } from '../brand/palette.ts'
import type { Box } from './occupied.ts'
import type { Projection } from './projection.ts'
import { element, textAt, textWidth } from './svg.ts'

/** Common grid intervals, seconds of arc. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 54_000, 108_000]

const stepOver = (degrees: number, most: number): number =>
  steps.find((step) => (degrees * 3600) / step <= most) ?? (steps.at(-1) as number)

/** `46°25′30″N`, with the precision of the step; `seconds` of arc. */
const angle = (seconds: number, step: number, signs: readonly [string, string]): string => {
  const size = Math.abs(seconds)
  const parts = [`${Math.floor(size / 3600)}°`]
  if (step < 3600) parts.push(`${String(Math.floor((size % 3600) / 60)).padStart(2, '0')}′`)
  if (step < 60) parts.push(`${String(size % 60).padStart(2, '0')}″`)
  return parts.join('') + (size === 0 ? '' : seconds > 0 ? signs[0] : signs[1])
}

const multiples = (from: number, until: number, step: number): number[] => {
  const first = Math.ceil((from * 3600) / step)
  const last = Math.floor((until * 3600) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step)
}

interface GridName {
  x: number
  y: number
  text: string
  anchor: 'start' | 'middle'
}

const size = 6

/** Lines of latitude and longitude as path data, and their labels at the left and upper edges. */
const gridOf = (projection: Projection): { lines: string[]; names: GridName[] } => {
  const { window, width, height } = projection
  const lonStep = stepOver(window.east - window.west, Math.max(2, width / 90))
  const latStep = stepOver(window.north - window.south, Math.max(2, height / 80))
  const lines: string[] = []
  const names: GridName[] = []
  for (const seconds of multiples(window.west, window.east, lonStep)) {
    const lon = seconds / 3600
    const { x } = projection.project({ lat: projection.middleLat, lon })
    if (x < 4 || x > width - 4) continue
    lines.push(`M${x.toFixed(1)} 0V${height}`)
    const text = angle(Math.round(normaliseLon(lon) * 3600), lonStep, ['E', 'W'])
    if (x > 30 && x < width - 40) names.push({ x, y: 8, text, anchor: 'middle' })
  }
  for (const seconds of multiples(window.south, window.north, latStep)) {
    const { y } = projection.project({ lat: seconds / 3600, lon: (window.west + window.east) / 2 })
    if (y < 13 || y > height - 4) continue
    lines.push(`M0 ${y.toFixed(1)}H${width}`)
    const text = angle(seconds, latStep, ['N', 'S'])
    if (y > 22 && y < height - 10) names.push({ x: 3, y: y - 2, text, anchor: 'start' })
  }
  return { lines, names }
}

/** Lines of latitude and longitude with their labels. */
export const graticule = (projection: Projection): string => {
  const { lines, names } = gridOf(projection)
  const style = { size, fill: '#7c8388', halo: mapBackground } as const
  const grid = element('path', {
    d: lines.join(''),
    fill: 'none',
    stroke: '#d9d6cc',
    'stroke-width': 0.5,
  })
  return grid + names.map(({ x, y, text, anchor }) => textAt(x, y, text, { ...style, anchor })).join('')
}

/** The parts of a map that have the labels of its grid. */
export const gridNameBoxes = (projection: Projection): Box[] =>
  gridOf(projection).names.map(({ x, y, text, anchor }) => {
    const width = textWidth(text, { size })
    const left = anchor === 'middle' ? x - width / 2 : x
    return { left, top: y - size * 0.8, right: left + width, bottom: y + size * 0.25 }
  })
