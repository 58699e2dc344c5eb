import { expect, test } from 'vitest'
import { loadFonts, renderPdf } from '../../src/index.ts'
import { differenceOf } from './difference.ts'
import { pagePictures, pictureOf, pngOf } from './page-pictures.ts'
import { madeUp } from './trips/made-up.ts'

const book = await madeUp()
const fonts = loadFonts()
const pagesOf = (changes: Partial<typeof book>) => pagePictures(renderPdf({ ...book, ...changes }, fonts).pdf)
const before = await pagesOf({})

const differing = async (changes: Partial<typeof book>): Promise<number[]> => {
  const now = await pagesOf(changes)
  return before.flatMap((page, index) => {
    const other = now[index]
    return other && differenceOf(page, other) === null ? [] : [index + 1]
  })
}

test('the same book shows no difference', async () => {
  expect(await differing({})).toEqual([])
})

test('a missing place on a map, a lighter cover and a missing watermark are differences', async () => {
  const [first, ...others] = book.stages
  if (!first) throw new Error('the book has no stage')
  expect(await differing({ stages: [{ ...first, pois: first.pois.slice(0, -1) }, ...others] })).toContain(4)
  expect(await differing({ brand: { ...book.brand, primaryColor: '#f2c230' } })).toContain(1)
  expect(await differing({ test: false })).toEqual(expect.arrayContaining(before.slice(1).map((_, index) => index + 2)))
})

test('an approved image is stored without loss', async () => {
  for (const page of before) expect(await pictureOf(await pngOf(page))).toEqual(page)
})
