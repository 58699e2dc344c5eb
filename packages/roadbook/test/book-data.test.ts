import { expect, test } from 'vitest'
import { mapWindows, type VectorBasemap } from '../src/index.ts'
import { bookData } from '../src/pdf/book-data.ts'
import { BookFiles } from '../src/pdf/book-files.ts'
import { emptyBook, madeUpTrack, routeOf, stageOf } from './books.ts'
import { picture } from './render-pdf/full-book.ts'

const noFiles = () => new BookFiles({ missing: '', title: '' }, new Set())

test('a picture has its own shape, however tall; the placeholder of an unreadable one has room for its label', () => {
  const tower = { width: 100, height: 1000 }
  expect(noFiles().picture({ ...picture('tower'), ...tower }, '')?.ratio).toBe(0.1)
  expect(noFiles().picture({ ...picture('tower', null), ...tower }, '')).toMatchObject({ file: null, ratio: 0.25 })
})

test('a basemap without an attribution has no caption, and the size of its window', () => {
  const stages = [1, 2, 3, 4, 5, 6].map((number) =>
    stageOf(number, `Day ${number}`, { routes: [routeOf('Way', madeUpTrack(20, 46 + number / 10))] }),
  )
  const common = { shapes: [], names: [] }
  const vectors: VectorBasemap[] = [
    { ...common, map: 'overview', attribution: '' },
    { ...common, map: 0, attribution: '© Mappers' },
  ]
  const book = emptyBook({ stages, vectors })
  const files = noFiles()
  const { overview, imprint } = bookData(book, files)
  expect(overview?.map?.attribution).toBeNull()
  expect(imprint.facts).toContainEqual({ label: 'Maps', value: '© Mappers' })
  const [window] = mapWindows(book)
  const drawing = Buffer.from(files.files.get(overview?.map?.file ?? '') ?? []).toString()
  expect(drawing).toContain(`width="${window?.width}" height="${window?.height}"`)
})

test('running heads and feet have half as many wide letters as Latin ones', () => {
  const title = '京'.repeat(60)
  const brand = { ...emptyBook().brand, name: title }
  const book = emptyBook({ paper: 'a5', title, brand, stages: [stageOf(1, title)] })
  const { running, footer, chapters } = bookData(book, noFiles())
  const cut = `${'京'.repeat(20)}…`
  expect([running, footer, chapters[0]?.running]).toEqual([cut, cut, `Stage 1 · ${cut}`])
})
