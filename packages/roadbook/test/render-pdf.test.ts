import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { loadFonts, plainText, type RoadbookImage, renderPdf } from '../src/index.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf, stayOf } from './books.ts'
import { lettersOf, readPdf } from './pdf-reader.ts'
import { sampleFile, samplesMissing } from './sample-tracks.ts'

const fonts = loadFonts()

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
  'base64',
)
const picture = (name: string, bytes: Uint8Array | null = pixel): RoadbookImage => ({
  name,
  width: 300,
  height: 200,
  bytes,
})

const fullBook = emptyBook({
  title: 'From the pass to the lake',
  travel: { arrivalDate: '2026-06-03', departureDate: '2026-06-10' },
  bookingCode: '4711',
  cover: picture('cover'),
  organiser: 'Mountain Trips Ltd',
  stages: [
    stageOf(1, 'Over the pass', {
      date: '2026-06-03',
      routes: [routeOf('Old mule track', madeUpTrack(), 'hiking', { html: '<p>Steep, but <b>safe</b>.</p>' })],
      pois: [poiOf(1, 'Spring', 46.42, 13.74, { icon: 'water' }), poiOf(2, 'Airport', 45, 12, { icon: 'airport' })],
      texts: [{ title: 'Getting there', html: '<p>By bus.</p>', image: null }],
      accommodations: [
        stayOf('Hotel Lime', {
          lat: 46.45,
          lon: 13.79,
          arrivalDate: '2026-06-03',
          departureDate: '2026-06-04',
          comment: 'Half board\r\n\nKey at the bar\n',
          phone: '+386 (0)5 388 51 00',
          web: 'www.lime.example',
        }),
      ],
    }),
    stageOf(2, '', { routes: [routeOf('', madeUpTrack(50), 'ferry-route')] }),
  ],
  generalInfo: {
    texts: [{ title: 'Emergency', html: '<p>Call 112.</p>', image: null }],
    pois: [],
    routes: [],
    accommodations: [],
  },
})

describe('a book', () => {
  const rendered = renderPdf(fullBook, fonts)

  test('shows everything it was given, on the pages that the contents name', async () => {
    const { pages, text, tagged } = await readPdf(rendered.pdf)
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
    const start = pages.findIndex((page) => page.includes('Steep, but'))
    expect(pages[1]).toMatch(new RegExp(`Over the pass .*\\b${start + 1}\\b`))
    expect(pages[start]).toContain(`Page ${start + 1} of ${pages.length}`)
  })

  test('keeps the line breaks of a comment', async () => {
    const { lines } = await readPdf(rendered.pdf)
    const first = lines.indexOf('Half board')
    expect(lines.slice(first, first + 2)).toEqual(['Half board', 'Key at the bar'])
  })

  test('numbers of places too far for the map are told', async () => {
    expect((await readPdf(rendered.pdf)).text).toContain('Too far away for this map: 2')
  })

  test('phone numbers, web addresses and the trip link can be followed', async () => {
    const { links } = await readPdf(rendered.pdf)
    expect(links).toEqual(expect.arrayContaining(['tel:+38653885100', 'https://www.lime.example/', fullBook.url]))
  })

  test('names its title, author, language and date to readers', async () => {
    const { info } = await readPdf(rendered.pdf)
    expect(info).toMatchObject({
      Title: fullBook.title,
      Author: 'Alpine Walks',
      Language: 'en',
      CreationDate: expect.stringMatching(/^D:20260504102030/),
    })
  })

  test('is the same bytes every time, whatever was printed before', () => {
    renderPdf(emptyBook({ title: 'Another' }), fonts)
    expect(Buffer.from(renderPdf(structuredClone(fullBook), fonts).pdf).equals(Buffer.from(rendered.pdf))).toBe(true)
    expect(
      Buffer.from(renderPdf({ ...fullBook, createdAt: null }, loadFonts()).pdf).equals(
        Buffer.from(renderPdf({ ...fullBook, createdAt: null }, fonts).pdf),
      ),
    ).toBe(true)
  })
})

test('a book without stages has a cover, contents and imprint', async () => {
  const { pdf, pages } = renderPdf(emptyBook({ title: '' }), fonts)
  expect(pages).toBe(2)
  expect((await readPdf(pdf)).text).toContain('About this roadbook')
})

test('stages without route, places without position on any map, empty names: all are set', async () => {
  const stages = [
    stageOf(1, 'Rest day', { texts: [{ title: '', html: '<p>Rest.</p>', image: null }] }),
    stageOf(2, ' ', { pois: [poiOf(1, '', 46, 13)], accommodations: [stayOf('')] }),
  ]
  const { text } = await readPdf(renderPdf(emptyBook({ stages }), fonts).pdf)
  for (const words of ['Rest day', 'Rest.', 'Stage 2', 'Sight', 'Accommodation']) expect(text).toContain(words)
})

test('a book of a test account says so on every page', async () => {
  const { pages } = await readPdf(renderPdf({ ...fullBook, test: true }, fonts).pdf)
  for (const page of pages) expect(page).toContain('TEST')
})

describe('hostile text', () => {
  const hostile = [
    '#panic()',
    '#read("/etc/passwd")',
    '*bold* _it_ `raw` $x^2$',
    '@label <label> = heading',
    '\\ \\u{41} \\#',
    '// gone? /* gone? */',
    '"quote" \'quote\'',
    '[#set page(width: 1pt)]',
    '{{{ ]]] )))',
    '#eval("1")',
    '</text><script>alert(1)</script>',
    '&lt; &amp; %s %n',
  ]

  test('is printed as it stands wherever it is put', async () => {
    for (const text of hostile) {
      const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      const book = emptyBook({
        title: text,
        brand: { name: text, logo: null, primaryColor: text, secondaryColor: text },
        organiser: `${text}!`,
        bookingCode: text,
        contentVersion: text,
        stages: [
          stageOf(1, text, {
            routes: [routeOf(text, madeUpTrack(), 'hiking', { html: `<p>${html}</p>` })],
            pois: [poiOf(1, text, 46.42, 13.74, { icon: 'town', phone: text, web: text, html })],
            texts: [{ title: text, html, image: null }],
            accommodations: [stayOf(text, { comment: text, lat: 46.4, lon: 13.7 })],
          }),
        ],
      })
      const { letters } = await readPdf(renderPdf(book, fonts).pdf)
      const times = letters.split(lettersOf(text)).length - 1
      expect(times, text).toBeGreaterThanOrEqual(12)
    }
  })

  test('of the list of naughty strings breaks nothing', {
    skip: samplesMissing !== null,
    timeout: 60_000,
  }, async (context) => {
    if (samplesMissing) context.skip(samplesMissing)
    const naughty = JSON.parse(sampleFile('csv/blns.json').toString()) as string[]
    const pois = naughty.map((name, index) =>
      poiOf(index + 1, name, 46.4 + (index % 50) / 1000, 13.7 + (index % 70) / 1000, {
        html: name,
        phone: name,
        web: name,
        icon: name,
      }),
    )
    const book = emptyBook({
      lang: 'en',
      stages: [stageOf(1, naughty.at(-1) ?? '', { routes: [routeOf('', madeUpTrack())], pois })],
    })
    const { pdf } = renderPdf(book, fonts)
    const { letters } = await readPdf(pdf)
    const ours = naughty.filter((name) =>
      /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{ASCII}]+$/u.test(name),
    )
    const lost = ours.filter((name) => !letters.includes(lettersOf(plainText(name))))
    expect(ours.length).toBeGreaterThan(300)
    expect(lost).toEqual([])
  })
})

test('300 places are all listed, over as many pages as they need', async () => {
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

test('texts longer than a page go on, whatever holds them', async () => {
  const long = (mark: string): string =>
    `${Array.from({ length: 900 }, (_, index) => `${mark}${index} word`).join(' ')} ${mark}end.`
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
  const { text } = await readPdf(renderPdf(emptyBook({ title: long('b'), stages: [stage, twoRoutes] }), fonts).pdf)
  const cut = ['q', 'l', 'c', 'n', 'p', 'k', 'h', 't', 'x', 'b', 's', 'r', 'm'].filter(
    (mark) => !text.includes(`${mark}end.`),
  )
  expect(cut).toEqual([])
})

describe('languages', () => {
  test.each([
    ['de', ['Inhalt', 'Etappe 1', 'Seite 2 von', '3. Juni 2026']],
    ['en', ['Contents', 'Stage 1', 'Page 2 of', '3 June 2026']],
    ['fr', ['Sommaire', 'Étape 1', 'Page 2 sur', '3 juin 2026']],
    ['it', ['Indice', 'Tappa 1', 'Pagina 2 di', '3 giugno 2026']],
    ['es', ['Índice', 'Etapa 1', 'Página 2 de', '3 de junio de 2026']],
    ['nl', ['Inhoud', 'Etappe 1', 'Pagina 2 van', '3 juni 2026']],
    ['sv', ['Contents', 'Stage 1', '3 juni 2026']],
  ])('%s: its words and dates', async (lang, expected) => {
    const { text, info } = await readPdf(renderPdf({ ...fullBook, lang }, fonts).pdf)
    for (const words of expected) expect(text).toContain(words)
    expect(info).toMatchObject({ Language: lang })
  })

  test('Greek, Cyrillic, Hebrew, Arabic and East Asian texts need no box for any letter', async () => {
    const words =
      'Ο Όλυμπος είναι ψηλός. Подъём на Эльбрус, Їжак, Ђердап. Žluťoučký kůň. שביל ישראל. الطريق إلى القمة. 京都の道 산길'
    const { pdf, warnings } = renderPdf(
      emptyBook({
        lang: 'el',
        title: 'Ο Όλυμπος',
        stages: [stageOf(1, 'Подъём на Эльбрус', { texts: [{ title: 'Ž', html: words, image: null }] })],
      }),
      fonts,
    )
    expect(warnings).toEqual([])
    const { letters } = await readPdf(pdf)
    for (const part of ['ΟΌλυμποςείναιψηλός.', 'ПодъёмнаЭльбрус,Їжак,Ђердап.', 'Žluťoučkýkůň.', '京都の道', '산길'])
      expect(letters).toContain(lettersOf(part))
  })

  test('characters that no font has are printed as such and reported', async () => {
    const { pdf, warnings } = renderPdf(emptyBook({ title: 'Hieroglyph \u{13000}' }), fonts)
    expect(warnings).toEqual([{ code: 'glyph-missing', message: expect.stringContaining('U+13000') }])
    expect((await readPdf(pdf)).text).toContain('Hieroglyph \uFFFD')
  })

  test('an unknown or malformed language gives an English book', async () => {
    for (const lang of ['', 'e', '#x', 'constructor', 'xx'])
      expect((await readPdf(renderPdf(emptyBook({ lang }), fonts).pdf)).text).toContain('Contents')
  })
})

describe('pictures that can not be shown', () => {
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

  test('a cover and a logo that are broken leave a book', async () => {
    const book = emptyBook({
      cover: picture('bad', half),
      brand: { name: 'Brand', logo: picture('worse', half), primaryColor: '#123456', secondaryColor: '#654321' },
    })
    expect(renderPdf(book, fonts).warnings).toHaveLength(2)
  })
})

describe('size', () => {
  const stagesWith = (photographs: readonly (RoadbookImage | null)[]) =>
    photographs.map((image, index) =>
      stageOf(index + 1, `Day ${index + 1}`, {
        routes: [routeOf('Way', madeUpTrack(2000, 46 + index / 10), 'hiking', { image })],
      }),
    )

  test('ten stages of 2,000 points each need less than 60 kB a stage', () => {
    const stages = stagesWith(Array.from({ length: 10 }, () => null))
    expect(renderPdf(emptyBook({ stages }), fonts).pdf.length).toBeLessThan(600_000)
  })

  test('with ten photographs it stays under 3 MB, and a photograph used twice is stored once', async () => {
    const photographs = await Promise.all(Array.from({ length: 10 }, (_, index) => photograph(`photograph ${index}`)))
    const bytes = photographs.reduce((sum, image) => sum + (image.bytes?.length ?? 0), 0)
    const stages = [...stagesWith(photographs), ...stagesWith(photographs)].map((stage, index) => ({
      ...stage,
      number: index + 1,
    }))
    const { pdf } = renderPdf(emptyBook({ cover: photographs[0] ?? null, stages }), fonts)
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(pdf.length).toBeLessThan(Math.min(3_000_000, bytes + 900_000))
  })
})

/** As large as a picture across the page at 200 dots to the inch; grain instead of a motif. */
const photograph = async (name: string): Promise<RoadbookImage> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 10 } as const
  const canvas = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#4a7', noise } })
  const { data, info } = await canvas.jpeg({ quality: 78 }).toBuffer({ resolveWithObject: true })
  return { name, width: info.width, height: info.height, bytes: data }
}
