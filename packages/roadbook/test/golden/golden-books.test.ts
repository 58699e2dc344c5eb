import { beforeAll, describe, expect, test } from 'vitest'
import { loadFonts, type RoadbookDocument, renderPdf } from '../../src/index.ts'
import { readPdf } from '../pdf-reader.ts'
import { samplesMissing } from '../sample-tracks.ts'
import { golden } from './golden-book.ts'
import { type PagePicture, pagePictures } from './page-pictures.ts'
import { altaVia } from './trips/alta-via.ts'
import { danube } from './trips/danube.ts'
import { grandCanyon } from './trips/grand-canyon.ts'
import { julianAlps } from './trips/julian-alps.ts'
import { madeUp } from './trips/made-up.ts'
import { teAraroa } from './trips/te-araroa.ts'
import { threeCities } from './trips/three-cities.ts'

const fonts = loadFonts()

/** The part of a page's text area, 0 to 1, that ends at its lowest ink. Paper is white, and the area lies between the running lines. */
const filled = ({ width, height, pixels }: PagePicture): number => {
  const [top, bottom] = [Math.round(height * 0.085), Math.round(height * 0.915)]
  for (let row = bottom; row > top; row -= 1) {
    if (pixels.subarray(row * width, (row + 1) * width).some((value) => value < 244))
      return (row - top) / (bottom - top)
  }
  return 0
}

const books: [name: string, book: () => RoadbookDocument | Promise<RoadbookDocument>, ofSamples: boolean][] = [
  ['julian-alps', julianAlps, true],
  ['te-araroa', teAraroa, true],
  ['grand-canyon', grandCanyon, true],
  ['made-up', madeUp, false],
  ['alta-via', altaVia, false],
  ['danube', danube, false],
  ['three-cities', threeCities, false],
]

describe.each(books)('%s', (name, bookOf, ofSamples) => {
  let pdf: Uint8Array
  let pictures: PagePicture[]
  beforeAll(async () => {
    if (ofSamples && samplesMissing) return
    pdf = renderPdf(await bookOf(), fonts).pdf
    pictures = await pagePictures(pdf)
  })

  test('looks like its approved images', async (context) => {
    if (ofSamples && samplesMissing) context.skip(samplesMissing)
    expect(await golden(name, pictures)).toBeNull()
  })

  test('has no page under a third full, except the last of a stage', async (context) => {
    if (ofSamples && samplesMissing) context.skip(samplesMissing)
    const { pages } = await readPdf(pdf)
    // A chapter's running head is on each of its pages.
    const heads = pages.map((text) => /(?:Etap\p{L}+|Stage) \d+ · [^\d]+/u.exec(text)?.[0].slice(0, 24))
    const poor = pictures.flatMap((picture, index) => {
      const isLastOfStage = heads[index] !== undefined && heads[index] !== heads[index + 1]
      return filled(picture) < 1 / 3 && !isLastOfStage ? [index + 1] : []
    })
    expect(poor).toEqual([])
  })
})
