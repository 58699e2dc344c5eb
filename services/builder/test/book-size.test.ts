import { loadFonts, renderPdf } from '@guidebook/roadbook'
import { packTrack } from '@guidebook/route-geometry'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { roadbookDocument } from '../src/book/roadbook-document.ts'
import type { DraftStage } from '../src/content/draft.ts'
import { resizeImage } from '../src/image/resize-image.ts'
import { warmUpDraft, warmUpFrame } from '../src/render/warm-up-draft.ts'
import { line } from './content.ts'

const size = { width: 4_000, height: 3_000 }

/** Noise of grains of so many pixels, drawn out to the size of a camera's picture. */
const grain = (pixels: number, sigma: number) => {
  const [width, height] = [size.width / pixels, size.height / pixels]
  const noise = { type: 'gaussian' as const, mean: 128, sigma }
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** A picture with as much detail at every scale as a photograph of woods and rocks has, and the noise of a sensor. */
const photograph = async () => {
  const layers = await Promise.all([grain(500, 60), grain(100, 40), grain(20, 25), grain(4, 15), grain(1, 6)])
  const [ground, ...finer] = layers
  return sharp(ground)
    .composite(finer.map((input) => ({ input, blend: 'soft-light' as const })))
    .jpeg({ quality: 92 })
    .toBuffer()
}

const paragraph =
  '<p>From the station the way leads through the old town to the river, crosses it on a wooden bridge and climbs in wide bends through beeches and firs to the alp, where there is milk and cheese in summer.</p>'

test('a book of thirty pages with ten photographs of a camera is smaller than 3 MB', { timeout: 120_000 }, async () => {
  const source = await photograph()
  expect(source.length).toBeGreaterThan(2_000_000)
  const { bytes, width, height } = await resizeImage(source, 'print')
  const [template] = warmUpDraft.stages as [DraftStage]
  const names = Array.from({ length: 10 }, (_, index) => `photograph-${index}`)
  const stages = names.map((image, index): DraftStage => {
    const route = {
      ...template.routes[0],
      html: paragraph.repeat(12),
      image,
      track: packTrack([line(46 + index / 10, 10, 1_500)]),
    }
    const pois = Array.from({ length: 9 }, () => ({ ...template.pois[0], html: paragraph }))
    return {
      ...template,
      number: index + 1,
      routes: [route],
      pois,
      texts: [{ ...template.texts[0], html: paragraph.repeat(9) }],
    } as DraftStage
  })
  const pictures = Object.fromEntries(names.map((name) => [name, { name: `${name}.jpg`, width, height }]))
  // Each with bytes of its own, for equal pictures are kept once: a comment at the end is no part of the picture.
  const prints = Object.fromEntries(names.map((name) => [name, Buffer.concat([bytes, Buffer.from(name)])]))
  const book = roadbookDocument({ ...warmUpDraft, stages }, { ...warmUpFrame, test: false }, pictures, prints)
  const { pdf, pages, warnings } = renderPdf(book, loadFonts())
  expect(warnings).toEqual([])
  expect(pages).toBeGreaterThanOrEqual(30)
  expect(pdf.length).toBeGreaterThan(10 * bytes.length)
  expect(pdf.length).toBeLessThan(3_000_000)
})
