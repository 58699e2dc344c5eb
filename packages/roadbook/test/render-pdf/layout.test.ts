import { expect, test } from 'vitest'
import { loadFonts, renderPdf } from '../../src/index.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf } from '../books.ts'
import { pagePictures } from '../golden/page-pictures.ts'
import { madeUp } from '../golden/trips/made-up.ts'
import { readPdf } from '../pdf-reader.ts'

const fonts = loadFonts()

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')
const stageWith = (number: number, html: string) =>
  stageOf(number, `Day ${number}`, { routes: [routeOf(`Way ${number}`, madeUpTrack(), 'hiking', { html })] })

test('a stage that needs more than a page begins on a left page, with its text on the right page', async () => {
  // A straight way needs no day table.
  const short = routeOf('Way 1', [madeUpTrack(2)[0]?.slice(0, 2) ?? []], 'hiking', { html: words(20) })
  const stages = [
    stageOf(1, 'Day 1', { routes: [short] }),
    stageWith(2, words(300)),
    stageWith(3, words(900)),
    stageWith(4, words(20)),
  ]
  const { pages } = await readPdf(renderPdf(emptyBook({ stages }), fonts).pdf)
  const pageWith = (text: string): number => pages.findIndex((page) => page.includes(text)) + 1
  const first = (day: number): number =>
    pages.findIndex((page, index) => index > 2 && page.includes(`Stage ${day} Day ${day}`)) + 1
  expect(pageWith('word19')).toBe(first(1))
  for (const day of [2, 3]) {
    expect(first(day) % 2).toBe(0)
    expect(pages[first(day) - 1]).not.toContain('word0')
    expect(pages[first(day)]).toContain('word0')
  }
  expect(pages[first(2) - 2]).toMatch(/Notes|Day 1/)
})

test('a heading is never the last line of a page', async () => {
  const sections = Array.from({ length: 14 }, (_, index) => `<h3>Heading ${index}</h3><p>${words(31 + index * 7)}</p>`)
  for (const paper of ['a4', 'a5'] as const) {
    const { pages } = await readPdf(
      renderPdf(emptyBook({ paper, stages: [stageWith(1, sections.join(''))] }), fonts).pdf,
    )
    for (const page of pages) expect(page).not.toMatch(/Heading \d+ Alpine Walks Page/)
  }
})

test('an entry of many short lines continues on the next page', async () => {
  const html = Array.from({ length: 90 }, (_, index) => `bus${index}`).join('<br>')
  const stages = [stageOf(1, 'Day 1', { pois: [poiOf(1, 'Stop', 46, 14, { html })] })]
  const { pages } = await readPdf(renderPdf(emptyBook({ stages }), fonts).pdf)
  const first = pages.findIndex((page) => page.includes('bus0 '))
  const last = pages.findIndex((page) => page.includes('bus89'))
  expect(first).toBeGreaterThan(0)
  expect(last).toBeGreaterThan(first)
})

test('a heading whose words do not fit beside its text is above it', async () => {
  const titleOf = async (title: string) => {
    const texts = [{ title, html: '<p>Beside or below.</p>', image: null }]
    const { lines } = await readPdf(
      renderPdf(emptyBook({ lang: 'de', stages: [stageOf(1, 'x', { texts })] }), fonts).pdf,
    )
    return lines
  }
  expect(await titleOf('Gepäcktransportversicherungen')).toContain('Gepäcktransportversicherungen')
  // Japanese breaks between any letters, so it stays in its column.
  expect(await titleOf('ゴミの持ち帰りとマナーについてのお願い')).not.toContain(
    'ゴミの持ち帰りとマナーについてのお願い',
  )
})

test('columns of a table are as wide as their content', async () => {
  const html = `<table><tr><th>Nr</th><th>Remark</th></tr><tr><td>1</td><td>${words(14)}</td></tr></table>`
  const { lines } = await readPdf(renderPdf(emptyBook({ stages: [stageWith(1, html)] }), fonts).pdf)
  // With columns of the same width, the remark would have only some five words a line.
  expect(lines.some((line) => line.includes(words(9)))).toBe(true)
})

test('a cover without an image shows the relief and the line of the trip', async () => {
  const book = { ...(await madeUp()), cover: null }
  const [cover] = await pagePictures(renderPdf(book, fonts).pdf)
  const [plain] = await pagePictures(renderPdf({ ...book, stages: [] }, fonts).pdf)
  expect(new Set(cover?.pixels).size).toBeGreaterThan(4)
  expect(plain?.pixels).not.toEqual(cover?.pixels)
})
