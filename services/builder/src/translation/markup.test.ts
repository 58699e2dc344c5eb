import { expect, test } from 'vitest'
import { hasSameMarkup, readMarkup } from './markup.ts'

test.each([
  ['<p>Zum <b>Pass</b></p>', '<p>Au <b>col</b></p>', true],
  ['<p>eins<br>zwei', '<p>un<br/>deux</p>', true],
  ['<a href="https://a.example">da</a>', "<a href='https://a.example'>là</a>", true],
  ['Tom &amp; Pia', 'Tom & Pia', true],
  ['<a href="https://a.example">da</a>', '<a href="https://b.example">là</a>', false],
  ['<p>eins</p><p>zwei</p>', '<p>un deux</p>', false],
  ['<i>eins</i> <b>zwei</b>', '<b>deux</b> <i>un</i>', false],
  ['1 &lt; 2', '1 <b> 2', false],
])('%s and %s: the same markup, %s', (html, other, isSame) => {
  expect(hasSameMarkup(html, other)).toBe(isSame)
})

test('only letters outside of markup count as words', () => {
  expect(readMarkup('<p class="intro">12 – <br>&nbsp;</p>')?.hasWords).toBe(false)
  expect(readMarkup('<p>京都</p>')?.hasWords).toBe(true)
})

test('a text that nests too many elements has no markup that could be the same', () => {
  const nested = `${'<b>'.repeat(501)}col`
  expect(readMarkup(nested)).toBeNull()
  expect(hasSameMarkup('Pass', nested)).toBe(false)
})
