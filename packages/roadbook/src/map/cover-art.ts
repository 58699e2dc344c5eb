import { boundsOf, profile, type Segments } from '@guidebook/route-geometry'
import { contrast, mix } from '../brand/contrast.ts'
import type { Palette } from '../brand/palette.ts'
import type { Stage } from '../document.ts'
import { projectionFor } from './projection.ts'
import { type Drawing, element, type Point, pathData, roundLine, svgDocument } from './svg.ts'
import { thinLines } from './thin-line.ts'

/** Ranges of hills from the back to the front: height of the crest in the picture (0 is its top), and how much it rises. */
const ranges = [
  { crest: 0.7, rise: 0.3, smoothing: 5 },
  { crest: 0.8, rise: 0.22, smoothing: 9 },
  { crest: 0.9, rise: 0.16, smoothing: 15 },
  { crest: 0.99, rise: 0.1, smoothing: 23 },
]
const samples = 120

/** The relief of the trip, 0 to 1. Without elevations, gentle hills. */
const reliefOf = (segments: Segments): number[] => {
  const known = profile(segments, samples).flatMap(({ ele }) => (ele === null ? [] : [ele]))
  const lowest = Math.min(...known)
  const span = Math.max(...known) - lowest
  if (known.length < 2 || span < 20) {
    return Array.from({ length: samples }, (_, step) => 0.5 + 0.3 * Math.sin(step / 9) + 0.2 * Math.sin(step / 4 + 1))
  }
  const at = (step: number): number => known[Math.round((step / (samples - 1)) * (known.length - 1))] as number
  return Array.from({ length: samples }, (_, step) => (at(step) - lowest) / span)
}

/** Mean of the values around each, in a ring, so that shifted reliefs have no step. */
const smoothed = (values: readonly number[], reach: number): number[] =>
  values.map((_, index) => {
    let sum = 0
    for (let step = -reach; step <= reach; step += 1) sum += values.at((index + step) % values.length) as number
    return sum / (2 * reach + 1)
  })

/** The front of the hills reaches the foot of the page. */
const hills = (segments: Segments, { primary, onPrimary }: Palette, page: Size, pictureHeight: number): string[] => {
  const relief = reliefOf(segments)
  // Away from the colour of the text, so that its contrast grows.
  const far = contrast(onPrimary, '#000000') > contrast(onPrimary, '#ffffff') ? '#000000' : '#ffffff'
  return ranges.map(({ crest, rise, smoothing }, index) => {
    const shifted = relief.map(
      (_, step) => relief.at((step * (index % 2 === 0 ? 1 : -1) + index * 31) % samples) as number,
    )
    const line = smoothed(shifted, smoothing).map((height, step) => ({
      x: (step / (samples - 1)) * page.width,
      y: (crest - rise * height) * pictureHeight,
    }))
    const outline: Point[] = [{ x: 0, y: page.height }, ...line, { x: page.width, y: page.height }]
    return element('path', { d: pathData([outline]), fill: mix(primary, far, 0.09 * (index + 1)) })
  })
}

const trail = (segments: Segments, stroke: string, { width }: Size, pictureHeight: number): string[] => {
  const extent = boundsOf(segments)
  if (!extent) return []
  const frame = { width: width * 0.76, height: pictureHeight * 0.62 }
  const lines = projectionFor(extent, frame, 14).projectLines(segments)
  const [left, top] = [(width - frame.width) / 2, pictureHeight * 0.12]
  const moved = lines.map((line) => line.map(({ x, y }) => ({ x: x + left, y: y + top })))
  const d = pathData(thinLines(moved, 1_200))
  const line = { d, ...roundLine, stroke }
  const ends = [moved[0]?.[0], moved.at(-1)?.at(-1)].flatMap((point) => (point ? [point] : []))
  return [
    element('path', { ...line, 'stroke-width': 9, 'stroke-opacity': 0.14 }),
    element('path', { ...line, 'stroke-width': 2.4, 'stroke-opacity': 0.85 }),
    ...ends.map(({ x, y }) => element('circle', { cx: x, cy: y, r: 3.6, fill: stroke })),
  ]
}

type Size = Pick<Drawing, 'width' | 'height'>

/** The whole cover of a book without an image: the trip's relief as ranges of hills, and above them its line. */
export const drawCover = (
  stages: readonly Stage[],
  palette: Palette,
  { pictureHeight, ...page }: Size & { pictureHeight: number },
): Drawing => {
  const segments = stages.flatMap(({ routes }) => routes.flatMap((route) => route.segments))
  return svgDocument(page, '', [
    element('rect', { ...page, fill: palette.primary }),
    ...hills(segments, palette, page, pictureHeight),
    ...trail(segments, palette.onPrimary, page, pictureHeight),
  ])
}
