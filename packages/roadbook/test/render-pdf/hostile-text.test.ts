import { describe, expect, test } from 'vitest'
import { loadFonts, renderPdf } from '../../src/index.ts'
import { plainText } from '../../src/text/plain-text.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf, stayOf } from '../books.ts'
import { lettersOf, readPdf } from '../pdf-reader.ts'
import { sampleFile, samplesMissing } from '../sample-tracks.ts'

const fonts = loadFonts()

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

  test('is printed literally in every field', async () => {
    for (const [at, other] of hostile.slice(hostile.length / 2).entries()) {
      const text = `${hostile[at]} ${other}`
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

  test('from the list of naughty strings is printed', {
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
