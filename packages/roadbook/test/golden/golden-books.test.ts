import { describe, expect, test } from 'vitest'
import { loadFonts, type RoadbookDocument, renderPdf } from '../../src/index.ts'
import { samplesMissing } from '../sample-tracks.ts'
import { golden } from './golden-book.ts'
import { altaVia } from './trips/alta-via.ts'
import { danube } from './trips/danube.ts'
import { grandCanyon } from './trips/grand-canyon.ts'
import { julianAlps } from './trips/julian-alps.ts'
import { madeUp } from './trips/made-up.ts'
import { teAraroa } from './trips/te-araroa.ts'
import { threeCities } from './trips/three-cities.ts'

const fonts = loadFonts()

const books: [name: string, book: () => RoadbookDocument | Promise<RoadbookDocument>, ofSamples: boolean][] = [
  ['julian-alps', julianAlps, true],
  ['te-araroa', teAraroa, true],
  ['grand-canyon', grandCanyon, true],
  ['made-up', madeUp, false],
  ['alta-via', altaVia, false],
  ['danube', danube, false],
  ['three-cities', threeCities, false],
]

describe('a book looks like its approved images', () => {
  test.for(books)('%s', async ([name, book, ofSamples], context) => {
    if (ofSamples && samplesMissing) context.skip(samplesMissing)
    expect(await golden(name, renderPdf(await book(), fonts).pdf)).toBeNull()
  })
})
