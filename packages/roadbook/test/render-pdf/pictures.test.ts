import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { loadFonts, type RoadbookImage, renderPdf } from '../../src/index.ts'
import { emptyBook, madeUpTrack, routeOf, stageOf } from '../books.ts'
import { readPdf } from '../pdf-reader.ts'
import { picture } from './full-book.ts'

const fonts = loadFonts()

describe('unreadable images', () => {
  const half = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)])

  test.each([
    ['missing', null],
    ['no picture', Buffer.from('GIF89a')],
    ['broken inside', half],
    ['empty', Buffer.alloc(0)],
  ])('%s: a placeholder is printed and reported, the others stay', async (_, bytes) => {
    const book = emptyBook({
      cover: picture('good'),
      stages: [stageOf(1, 'Stage', { texts: [{ title: 'Text', html: '', image: picture('bad', bytes) }] })],
    })
    const { pdf, warnings } = renderPdf(book, fonts)
    expect(warnings).toEqual([{ code: 'image-unreadable', message: expect.stringContaining('bad') }])
    expect((await readPdf(pdf)).text).toContain('Picture not available')
  })

  test('a damaged cover and a damaged logo do not prevent the book', async () => {
    const book = emptyBook({
      cover: picture('bad', half),
      brand: {
        name: 'Brand',
        logo: { ...picture('worse', half), color: '#000000' },
        primaryColor: '#123456',
        secondaryColor: '#654321',
      },
    })
    expect(renderPdf(book, fonts).warnings).toHaveLength(2)
  })
})

describe('size', () => {
  const stagesWith = (photographs: readonly (RoadbookImage | null)[], points: number) =>
    photographs.map((image, index) =>
      stageOf(index + 1, `Day ${index + 1}`, {
        routes: [routeOf('Way', madeUpTrack(points, 46 + index / 10), 'hiking', { image })],
      }),
    )

  test('ten stages of 2,000 points each need less than 60 kB a stage', () => {
    const stages = stagesWith(
      Array.from({ length: 10 }, () => null),
      2000,
    )
    expect(renderPdf(emptyBook({ stages }), fonts).pdf.length).toBeLessThan(600_000)
  })

  test('with ten photographs it stays under 3 MB, and a photograph that is used twice is embedded once', async () => {
    const photographs = await Promise.all(Array.from({ length: 10 }, (_, index) => photograph(`photograph ${index}`)))
    const bytes = photographs.reduce((sum, image) => sum + (image.bytes?.length ?? 0), 0)
    const stages = [...stagesWith(photographs, 20), ...stagesWith(photographs, 20)].map((stage, index) => ({
      ...stage,
      number: index + 1,
    }))
    const { pdf } = renderPdf(emptyBook({ cover: photographs[0] ?? null, stages }), fonts)
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(pdf.length).toBeLessThan(Math.min(3_000_000, bytes + stages.length * 60_000))
  })
})

/** As large as a picture across the page at 200 dots to the inch; grain instead of a motif. */
const photograph = async (name: string): Promise<RoadbookImage> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 10 } as const
  const canvas = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#4a7', noise } })
  const { data, info } = await canvas.jpeg({ quality: 78 }).toBuffer({ resolveWithObject: true })
  return { name, width: info.width, height: info.height, bytes: data }
}
