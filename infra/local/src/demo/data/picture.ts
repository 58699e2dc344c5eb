import { Resvg } from '@resvg/resvg-js'
import type { Waypoint } from './data-set.ts'

const width = 1600
const height = 1000

/** The heights of a route as a filled polygon from one edge to the other. */
function ridge(points: readonly Waypoint[], top: number, bottom: number): string {
  const heights = points.map(({ ele }) => ele ?? 0)
  const lowest = Math.min(...heights)
  const range = Math.max(...heights) - lowest || 1
  const step = Math.max(1, Math.floor(heights.length / 200))
  const line = heights
    .filter((_, index) => index % step === 0)
    .map((ele, index, all) => {
      const x = (index / Math.max(1, all.length - 1)) * width
      const y = bottom - ((ele - lowest) / range) * (bottom - top)
      return `${x.toFixed(0)},${y.toFixed(0)}`
    })
  return `0,${height} ${line.join(' ')} ${width},${height}`
}

/** Draws mountains from the heights of a route: a real PNG without copyright. */
export function drawPicture(points: readonly Waypoint[]): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3f7fbf"/><stop offset="1" stop-color="#fbe3c8"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/><circle cx="1250" cy="240" r="70" fill="#fff4d6"/>
<polygon points="${ridge(points.toReversed(), 180, 700)}" fill="#8fa9c4"/>
<polygon points="${ridge(points, 330, 830)}" fill="#4d6b8a"/>
<polygon points="${ridge(points.toReversed(), 620, 960)}" fill="#24415a"/></svg>`
  return new Resvg(svg).render().asPng()
}
