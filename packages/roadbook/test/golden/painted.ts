import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import type { Logo, RoadbookImage } from '../../src/index.ts'

const svgPicture = async (name: string, width: number, height: number, content: string): Promise<RoadbookImage> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`
  return { name, width, height, bytes: await sharp(new Resvg(svg).render().asPng()).png({ palette: true }).toBuffer() }
}

/** Ranges of hills under a sky: a photograph that everyone may have. */
export const landscape = (name: string, hue: number, width = 1200, height = 900): Promise<RoadbookImage> => {
  const ranges = [0.45, 0.58, 0.72].map((level, range) => {
    const points = Array.from({ length: 25 }, (_, step) => {
      const crest = Math.sin(step * (0.7 - range * 0.13) + range * 2) + 0.5 * Math.sin(step * 1.9 + range)
      return `${(step / 24) * width},${(level - crest * 0.07) * height}`
    })
    return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="hsl(${hue}, ${24 + range * 10}%, ${56 - range * 17}%)"/>`
  })
  const sky = `<rect width="${width}" height="${height}" fill="hsl(${hue + 60}, 45%, 84%)"/>`
  const sun = `<circle cx="${width * 0.72}" cy="${height * 0.2}" r="${height * 0.07}" fill="#fff6d8"/>`
  return svgPicture(name, width, height, sky + sun + ranges.join(''))
}

/** A mark of two peaks, without letters: those would be drawn in a font of the machine's. */
export const peaks = async (name: string, color: string): Promise<Logo> => {
  const picture = await svgPicture(
    name,
    420,
    140,
    `<path d="M10 130L90 20L140 90L165 55L215 130z" fill="${color}"/><rect x="240" y="52" width="170" height="16" fill="${color}"/><rect x="240" y="82" width="110" height="16" fill="${color}"/>`,
  )
  return { ...picture, color }
}
