import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printableHtml, textOfHtml } from './printable-html.ts'

test('paragraphs, marks, links and breaks become runs', () => {
  expect(printableHtml('<p>See <b>the <i>hut</i></b><br>at <a href="https://a.example/x?y=1">noon</a></p>')).toEqual([
    {
      type: 'paragraph',
      runs: [
        'See ',
        { text: 'the ', bold: true },
        { text: 'hut', bold: true, italic: true },
        { break: true },
        'at ',
        { text: 'noon', link: 'https://a.example/x?y=1' },
      ],
    },
  ])
})

test('headings from h3 down get the levels of the book', () => {
  expect(
    printableHtml('<h3>a</h3><h4>b</h4><h6>c</h6>').map((block) => block.type === 'heading' && block.level),
  ).toEqual([2, 3, 4])
})

test('lists nest and keep their first number', () => {
  expect(printableHtml('<ol start="3"><li>three<ul><li>deep</ul><li>four</ol>')).toEqual([
    {
      type: 'list',
      start: 3,
      items: [
        [
          { type: 'paragraph', runs: ['three'] },
          { type: 'list', start: null, items: [[{ type: 'paragraph', runs: ['deep'] }]] },
        ],
        [{ type: 'paragraph', runs: ['four'] }],
      ],
    },
  ])
})

test('cells that span several columns or rows leave the others empty', () => {
  const [table] = printableHtml(
    '<table><tr><th>a</th><th colspan="2">b</th></tr><tr><td rowspan="2">c</td><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></table>',
  )
  expect(table).toMatchObject({ type: 'table', columns: 3, headerRows: 1 })
  const texts =
    table?.type === 'table' &&
    table.rows.map((row) => row.map((cell) => JSON.stringify(cell).match(/"runs":\["(.)"/)?.[1] ?? ''))
  expect(texts).toEqual([
    ['a', 'b', ''],
    ['c', 'd', 'e'],
    ['', 'f', 'g'],
  ])
})

test('a table too wide for the page is printed as paragraphs', () => {
  const cells = Array.from({ length: 12 }, (_, index) => `<td>c${index}</td>`).join('')
  expect(printableHtml(`<table><tr>${cells}</tr></table>`)).toHaveLength(12)
})

test('links that a reader should not follow become text', () => {
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    '',
    '/relative',
    'https://',
    `https://x.example/${'a'.repeat(9000)}`,
  ]) {
    expect(printableHtml(`<a href="${href}">text</a>`)).toEqual([{ type: 'paragraph', runs: ['text'] }])
  }
})

test('scripts and styles are left out', () => {
  expect(printableHtml('a<script>alert(1)</script><style>p{}</style>b')).toEqual([
    { type: 'paragraph', runs: ['a', 'b'] },
  ])
})

test('plain text is kept, without control characters and repeated spaces', () => {
  expect(printableHtml('5 < 6 & 7 > 2\u0000\u202E  end ')).toEqual([{ type: 'paragraph', runs: expect.anything() }])
  expect(textOfHtml('5 < 6 & 7 > 2\u0000\u202E  end ')).toBe('5 < 6 & 7 > 2 end')
})

test('a web address can break, and is unchanged as text', () => {
  const address = `https://example.com/${'path/'.repeat(12)}page?query=${'x'.repeat(70)}`
  const [block] = printableHtml(address)
  const longest = Math.max(
    ...JSON.stringify(block)
      .split('\u200B')
      .map(({ length }) => length),
  )
  expect(longest).toBeLessThan(70)
  expect(textOfHtml(address)).toBe(address)
})

test('deep nesting is flattened and keeps its text', () => {
  const html = `${'<blockquote><ul><li>'.repeat(200)}core${'</li></ul></blockquote>'.repeat(200)}`
  expect(textOfHtml(html)).toContain('core')
  expect(JSON.stringify(printableHtml(html)).length).toBeLessThan(1000)
})

test('any HTML keeps its words and gives well-formed blocks', () => {
  const tag = fc.constantFrom(
    '<p>',
    '</p>',
    '<ul>',
    '<li>',
    '</ul>',
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<b>',
    '</i>',
    '<h3>',
    '<br>',
    '</a>',
    '<ol>',
    '<blockquote>',
    '</li>',
    '</td>',
    '<dt>',
    '<pre>',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(tag, fc.constantFrom('alpha', ' beta ', '&amp;', '#x'))), (parts) => {
      const html = parts.join('')
      const words = (text: string): string => text.replace(/[^a-z&#]/g, '')
      expect(words(textOfHtml(html))).toHaveLength(
        words(
          parts
            .filter((part) => !part.startsWith('<'))
            .join('')
            .replaceAll('&amp;', '&'),
        ).length,
      )
    }),
  )
})
