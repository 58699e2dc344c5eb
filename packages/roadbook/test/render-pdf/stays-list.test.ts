import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { loadFonts, renderPdf } from '../../src/index.ts'
import { emptyBook, stageOf, stayOf } from '../books.ts'
import { lettersOf, readPdf } from '../pdf-reader.ts'

const fonts = loadFonts()
const name = 'Donaudampfschifffahrtsgesellschaftskapitän'
const email = 'reception@mountain.example'
const comment = 'Gepäcktransportversicherungen'

/** Where the columns begin on A5 and where the last one ends, points: shares of 124 mm, beside a margin of 12 mm. */
const edges = [0, 0.21, 0.3, 0.54, 0.81, 1].map((share) => ((12 + share * 124) * 72) / 25.4)

/** The parts of the texts on the first page that has some, with their left and right edges. */
const partsIn = async (pdf: Uint8Array, texts: readonly string[]) => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const parts = items.flatMap((item) => {
      if (!('str' in item)) return []
      // Break opportunities are no letters.
      const letters = lettersOf(item.str.replaceAll('\u200B', ''))
      const text = letters.length > 2 ? texts.find((one) => lettersOf(one).includes(letters)) : undefined
      const left = item.transform[4] as number
      return text === undefined ? [] : [{ text, letters, left, right: left + item.width }]
    })
    if (parts.length > 0) return parts
  }
  return []
}

test('long words and addresses in the list of accommodations stay in their columns, and are copied as they are', async () => {
  const accommodations = [stayOf(name, { email, comment })]
  const book = emptyBook({ lang: 'de', paper: 'a5', stages: [stageOf(1, 'X', { accommodations })] })
  const { pdf } = renderPdf(book, fonts)
  const parts = await partsIn(pdf, [name, email, comment])
  for (const [text, column] of [
    [name, 2],
    [email, 3],
    [comment, 4],
  ] as const) {
    const own = parts.filter((part) => part.text === text)
    expect(own.map(({ letters }) => letters).join('')).toBe(lettersOf(text))
    expect(Math.min(...own.map(({ left }) => left))).toBeGreaterThan(edges[column] ?? 0)
    expect(Math.max(...own.map(({ right }) => right))).toBeLessThan(edges[column + 1] ?? 0)
  }
  expect((await readPdf(pdf)).links).toContain(`mailto:${email}`)
})
