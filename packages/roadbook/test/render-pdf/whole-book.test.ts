import { describe, expect, test } from 'vitest'
import { loadFonts, renderPdf } from '../../src/index.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf, stayOf } from '../books.ts'
import { readPdf } from '../pdf-reader.ts'
import { fullBook } from './full-book.ts'

const fonts = loadFonts()

describe.each([
  ['a4', [595, 842]],
  ['a5', [420, 595]],
] as const)('a book on %s', (paper, size) => {
  const book = { ...fullBook, paper }
  const rendered = renderPdf(book, fonts)
  const reading = readPdf(rendered.pdf)

  test('has pages of this size', async () => {
    expect((await reading).size).toEqual(size)
  })

  test('shows all its content, on the pages that the contents name', async () => {
    const { pages, text, tagged } = await reading
    expect(pages).toHaveLength(rendered.pages)
    expect(rendered.warnings).toEqual([])
    expect(tagged).toBe(true)
    expect(pages[0]).toContain('From the pass to the lake')
    expect(pages[0]).toContain('3 – 10 June 2026')
    expect(pages[0]).toContain('4711')
    expect(pages[0]).toContain('Trip organised by Mountain Trips Ltd')
    for (const words of [
      'Old mule track',
      'Steep, but safe.',
      'Spring',
      'Airport',
      'Getting there',
      'Hotel Lime',
      'Half board',
      'Call 112.',
      'Mountain Trips Ltd',
      'Wednesday, 3 June 2026',
      'Start',
      'Finish',
    ]) {
      expect(text).toContain(words)
    }
    // Contents and overview name the day before its own chapter does.
    const start = pages.findIndex((page, index) => index > 2 && page.includes('Wednesday, 3 June 2026'))
    expect(pages[1]).toMatch(new RegExp(`Over the pass .*\\b${start + 1}\\b`))
    expect(pages[start]).toContain(`Page ${start + 1} of ${pages.length}`)
  })

  test('keeps the line breaks of a comment', async () => {
    const { lines } = await reading
    const first = lines.indexOf('Half board')
    expect(lines.slice(first, first + 2)).toEqual(['Half board', 'Key at the bar'])
  })

  test('numbers of places too far away for the map are listed', async () => {
    expect((await reading).text).toContain('Too far away for this map: 2')
  })

  test('phone numbers, web addresses and the Trip Link are links', async () => {
    const { links } = await reading
    expect(links).toEqual(expect.arrayContaining(['tel:+38653885100', 'https://www.lime.example/', book.url]))
  })

  test('has title, author, language and date as metadata', async () => {
    const { info } = await reading
    expect(info).toMatchObject({
      Title: book.title,
      Author: 'Alpine Walks',
      Language: 'en',
      CreationDate: expect.stringMatching(/^D:20260504102030/),
    })
  })

  test('has the same bytes every time, whatever was printed before', () => {
    renderPdf(emptyBook({ title: 'Another' }), fonts)
    expect(Buffer.from(renderPdf(structuredClone(book), fonts).pdf).equals(Buffer.from(rendered.pdf))).toBe(true)
    expect(
      Buffer.from(renderPdf({ ...book, createdAt: null }, loadFonts()).pdf).equals(
        Buffer.from(renderPdf({ ...book, createdAt: null }, fonts).pdf),
      ),
    ).toBe(true)
  })
})

test('a book without stages has a cover, contents and imprint', async () => {
  const { pdf, pages } = renderPdf(emptyBook({ title: '' }), fonts)
  expect(pages).toBe(2)
  expect((await readPdf(pdf)).text).toContain('About this roadbook')
})

test('the imprint has the day on which the book was made, the metadata the instant', async () => {
  const dates = { createdAt: '2026-07-14T21:00:00.000Z', createdOn: '2026-07-15' }
  const { text, info } = await readPdf(renderPdf(emptyBook(dates), fonts).pdf)
  expect(text).toContain('As of 15 July 2026')
  expect(info).toMatchObject({ CreationDate: expect.stringMatching(/^D:20260714210000/) })
})

test('stages without a route, places without a position and empty names are printed', async () => {
  const stages = [
    stageOf(1, 'Rest day', { texts: [{ title: '', html: '<p>Rest.</p>', image: null }] }),
    stageOf(2, ' ', { pois: [poiOf(1, '', 46, 13)], accommodations: [stayOf('')] }),
  ]
  const { text } = await readPdf(renderPdf(emptyBook({ stages }), fonts).pdf)
  for (const words of ['Rest day', 'Rest.', 'Stage 2', 'Sight', 'Accommodation']) expect(text).toContain(words)
})

test('a book of a test account has a watermark on every page', async () => {
  const { pages } = await readPdf(renderPdf({ ...fullBook, test: true }, fonts).pdf)
  for (const page of pages) expect(page).toContain('TEST')
})

test('300 places are all listed', async () => {
  const html = '<p>A place one likes to stay at for a while, with a view over the valley and a bench in the shade.</p>'
  const pois = Array.from({ length: 300 }, (_, index) =>
    poiOf(
      index + 1,
      `Place-${index + 1}!`,
      46.4 + (index % 20) / 400,
      13.7 + (index % 23) / 300,
      index % 3 === 0 ? { html } : {},
    ),
  )
  const { pdf, pages } = renderPdf(
    emptyBook({ stages: [stageOf(1, 'Very many', { routes: [routeOf('Way', madeUpTrack())], pois })] }),
    fonts,
  )
  const { text } = await readPdf(pdf)
  for (const { name } of pois) expect(text).toContain(name)
  expect(pages).toBeGreaterThan(6)
})

test.each(['a4', 'a5'] as const)(
  'texts longer than a page of %s continue on the next, in every element',
  async (paper) => {
    const long = (mark: string): string =>
      `${Array.from({ length: 600 }, (_, index) => `${mark}${index} word`).join(' ')} ${mark}end.`
    const html = (mark: string): string => `<p>${long(mark)}</p>`
    const stage = stageOf(1, long('s'), {
      routes: [
        routeOf('Way', madeUpTrack(), 'hiking', {
          html: `<blockquote>${html('q')}</blockquote><ul><li>${html('l')}</li></ul><table><tr><td>${html('c')}</td><td>x</td></tr></table>`,
        }),
      ],
      pois: [poiOf(1, long('n'), 46.42, 13.74, { html: html('p') })],
      accommodations: [stayOf('Hotel', { comment: long('k'), html: html('h') })],
      texts: [{ title: long('t'), html: html('x'), image: null }],
    })
    const twoRoutes = stageOf(2, 'Two', {
      routes: [routeOf(long('r'), madeUpTrack()), routeOf(long('m'), madeUpTrack())],
    })
    const { pages } = await readPdf(
      renderPdf(emptyBook({ paper, title: long('b'), stages: [stage, twoRoutes] }), fonts).pdf,
    )
    const marks = ['q', 'l', 'c', 'n', 'p', 'k', 'h', 't', 'x', 'b', 's', 'r', 'm']
    const ends = marks.map((mark) => [mark, pages.filter((page) => page.includes(`${mark}end.`))] as const)
    expect(ends.filter(([mark, on]) => on.every((page) => page.includes(`${mark}0 `)))).toEqual([])
  },
)
