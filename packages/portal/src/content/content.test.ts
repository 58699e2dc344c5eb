import { expect, test } from 'vitest'
import { missingLanguages } from './missing-languages.ts'
import { isPlain, toHtml, toText } from './rich-text.ts'
import { customIdOf, toRoute } from './route-drafts.ts'

test('plain text becomes paragraphs, and paragraphs plain text', () => {
  const text = 'One & <b>two</b>\nline\n\n"Three" &amp; four'
  expect(toHtml(text)).toBe('<p>One &amp; &lt;b&gt;two&lt;/b&gt;<br>line</p><p>"Three" &amp;amp; four</p>')
  expect(toText(toHtml(text))).toBe(text)
  expect([toHtml(' \n '), toText('')]).toEqual(['', ''])
})

test('only paragraphs and line breaks are plain', () => {
  expect(['<p>a<br/>b</p>', 'a &lt;b&gt;', ''].map(isPlain)).toEqual([true, true, true])
  expect(['<p class="x">a</p>', '<strong>a</strong>', '<p>a</p><ul><li>b</li></ul>'].map(isPlain)).toEqual([
    false,
    false,
    false,
  ])
})

test('a language is missing where another one has the text', () => {
  expect(missingLanguages({ de: 'a', en: 'b' }, { de: 'c' })).toEqual(['en'])
  expect(missingLanguages({ de: 'a' }, { de: 'b', fr: 'c' })).toEqual(['fr'])
  expect(missingLanguages({ de: 'a', en: 'b' }, {})).toEqual([])
})

test('the custom ID of a file is readable in addresses', () => {
  expect(['Zum See', '  Étape 1: À l’Ouest! ', '道'].map(customIdOf)).toEqual(['ZUM-SEE', 'ETAPE-1-A-L-OUEST', ''])
})

test('a draft is sent in its direction, with the heights it has', () => {
  const points = [
    { lat: 1, lon: 2, ele: 3 },
    { lat: 4, lon: 5 },
  ]
  const draft = {
    id: '',
    way: { name: null, points },
    name: ' A ',
    customId: ' B ',
    icon: 'hiking' as const,
    reversed: true,
  }
  expect(toRoute(draft, { account: 'account', library: 'L', lang: 'de' })).toEqual({
    account: 'account',
    library: { customId: 'L' },
    customId: 'B',
    names: { de: 'A' },
    attributes: {},
    icon: { name: 'hiking' },
    waypoints: [
      { lat: 4, lon: 5 },
      { lat: 1, lon: 2, ele: 3 },
    ],
  })
})
