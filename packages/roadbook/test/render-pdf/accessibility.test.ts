import { describe, expect, test } from 'vitest'
import { loadFonts, type RoadbookDocument, renderPdf } from '../../src/index.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf, stayOf } from '../books.ts'
import { readStructure, type StructureElement } from '../structure-tree.ts'
import { fullBook, picture } from './full-book.ts'

const fonts = loadFonts()
const unevenHeadings = '<h6>Deep</h6><p>a</p><h3>Up</h3><h5>Down</h5><blockquote><h4>Quoted</h4></blockquote>'
const table = '<table><tr><th>Day</th><th>Bus</th></tr><tr><td>1</td><td>08:10</td></tr></table>'

/** Headings of all levels, images of all kinds, a table, and other languages. */
const variedBook = emptyBook({
  lang: 'de',
  title: 'Von Genua nach Fès',
  html: unevenHeadings,
  cover: picture('cover'),
  brand: { ...fullBook.brand, logo: { ...picture('logo'), color: '#102030' } },
  stages: [
    stageOf(1, 'مدينة فاس', {
      routes: [
        routeOf('Weg', madeUpTrack(), 'hiking', { html: unevenHeadings, image: picture('way') }),
        routeOf('Fähre', madeUpTrack(20, 46.46, 13.79), 'ferry-route'),
      ],
      pois: [poiOf(1, '市場', 46.42, 13.74, { html: `<p>Посмотрите.</p>${table}`, image: picture('market') })],
      texts: [
        { title: '', html: unevenHeadings, image: picture('untitled') },
        { title: 'Bus', html: table, image: null },
      ],
      accommodations: [stayOf('Hotel', { image: picture('hotel'), comment: 'Schlüssel an der Bar' })],
    }),
  ],
})

const books: [string, RoadbookDocument][] = [
  ['a full book', fullBook],
  ['a full book on A5 with sheets', { ...fullBook, paper: 'a5', sheetStages: [0] }],
  ['a varied book', variedBook],
  ['an empty book of a test account', emptyBook({ title: '', test: true })],
  ['a book in a language without messages', { ...fullBook, lang: 'ar' }],
]

const levelOf = ({ role }: StructureElement): number => Number(/^H(\d)$/.exec(role)?.[1] ?? 0)
const below = (element: StructureElement): StructureElement[] => [element, ...element.children.flatMap(below)]

describe.each(books)('%s conforms to PDF/UA-1:', (_, book) => {
  const structure = readStructure(renderPdf(book, fonts).pdf)

  test('it says so, and shows its title and language', async () => {
    const { part, title, language, displaysTitle } = await structure
    expect({ part, language, displaysTitle }).toEqual({ part: '1', language: book.lang, displaysTitle: true })
    expect(title).not.toBe('')
  })

  test('every image has a description', async () => {
    const figures = (await structure).elements.filter(({ role }) => role === 'Figure')
    expect(figures.filter(({ alt }) => !alt)).toEqual([])
  })

  test('headings begin at level 1 and leave out no level', async () => {
    const levels = (await structure).elements.map(levelOf).filter((level) => level > 0)
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
  })

  test('tables have header cells, and rows of cells only', async () => {
    const tables = (await structure).elements.filter(({ role }) => role === 'Table')
    for (const one of tables) {
      const parts = below(one)
      expect(parts.some(({ role }) => role === 'TH')).toBe(true)
      for (const row of parts.filter(({ role }) => role === 'TR')) {
        expect(row.children.filter(({ role }) => role !== 'TH' && role !== 'TD')).toEqual([])
      }
    }
  })

  test('every link says where it leads', async () => {
    const { links } = await structure
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter(({ contents }) => !/^\P{P}/u.test(contents))).toEqual([])
  })

  test('bookmarks lead to every chapter', async () => {
    const { outline, elements } = await structure
    expect(outline).toHaveLength(elements.filter(({ role }) => role === 'H1').length)
  })
})

test('each text is marked with its language', async () => {
  const { elements } = await readStructure(renderPdf(variedBook, fonts).pdf)
  const languages = new Set(elements.map(({ lang }) => lang))
  for (const lang of ['ar', 'ru', 'zh-TW']) expect(languages).toContain(lang)
})

test('in a book without messages in its language, labels are marked as English', async () => {
  const { language, elements } = await readStructure(renderPdf({ ...fullBook, lang: 'sv' }, fonts).pdf)
  const languages = new Set(elements.map(({ lang }) => lang))
  expect(language).toBe('sv')
  for (const lang of ['en', 'sv']) expect(languages).toContain(lang)
})

describe('names on maps whose letters are joined', () => {
  test.each([
    ['Thai', 'กำแพง'],
    ['Devanagari', 'क्षितिज'],
    ['accents without a letter', '\u0301\u0301'],
  ])('cost the book the declaration, with a warning, and nothing else: %s', async (_, name) => {
    const texts = [{ title: '', html: '<p>x</p>', image: picture('broken', new Uint8Array([0xff, 0xd8, 0xff])) }]
    const pois = [poiOf(1, name, 46.42, 13.74, { icon: 'town' })]
    const { pdf, warnings } = renderPdf(emptyBook({ stages: [stageOf(1, 'One', { texts, pois })] }), fonts)
    expect(warnings.map(({ code }) => code)).toEqual(['image-unreadable', 'pdf-not-accessible'])
    const { part, language, elements } = await readStructure(pdf)
    expect({ part, language }).toEqual({ part: null, language: 'en' })
    expect(elements.filter(({ role }) => role === 'H1').length).toBeGreaterThan(1)
  })
})
