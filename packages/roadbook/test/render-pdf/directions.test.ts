import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { loadFonts, renderPdf } from '../../src/index.ts'
import { emptyBook, stageOf } from '../books.ts'
import { readPdf } from '../pdf-reader.ts'

const fonts = loadFonts()

/** Left edge and right edge of each text on the page with the stage, points. */
const edgesOf = async (lang: string, html: string) => {
  const book = emptyBook({ lang, stages: [stageOf(1, 'X', { texts: [{ title: '', html, image: null }] })] })
  const document = await getDocumentProxy(new Uint8Array(renderPdf(book, fonts).pdf))
  const page = await document.getPage(document.numPages)
  const { items } = await page.getTextContent()
  const edges = new Map<string, { left: number; right: number }>()
  for (const item of items) {
    if ('str' in item)
      edges.set(item.str, { left: item.transform[4] as number, right: (item.transform[4] as number) + item.width })
  }
  return edges
}

test.each(['de', 'ar'])('in a book in %s, each paragraph begins at its own side', async (lang) => {
  const edges = await edgesOf(lang, '<p>Latin</p><p>عرب</p><p>עברית</p><ul><li>רשימה</li></ul>')
  const left = edges.get('Latin')?.left ?? 0
  // A4 with margins of 18 mm; headings are in a column of 44 mm.
  expect(left).toBeCloseTo((62 * 72) / 25.4, 0)
  for (const text of ['عرب', 'עברית']) expect(edges.get(text)?.right).toBeCloseTo((192 * 72) / 25.4, 0)
  expect(edges.get('רשימה')?.right).toBeGreaterThan((185 * 72) / 25.4)
})

test('every script has its font, and Chinese characters the font of their language', async () => {
  const html = ['京都の道', '한국 漢字', '这条路们', '裡面嗎', 'ทาง', 'रास्ता', 'שביל', 'طريق'].map(
    (text) => `<p>${text}</p>`,
  )
  const { pdf, warnings } = renderPdf(
    emptyBook({ stages: [stageOf(1, 'X', { texts: [{ title: '', html: html.join(''), image: null }] })] }),
    fonts,
  )
  expect(warnings).toEqual([])
  const names = Buffer.from(pdf).toString('latin1')
  for (const font of ['JP', 'KR', 'SC', 'TC', 'Thai', 'Hebrew', 'Arabic']) {
    expect(names).toMatch(new RegExp(`NotoSans${font}`))
  }
  expect((await readPdf(pdf)).text).toContain('这条路们')
})
