// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { lossOf } from './differences.ts'
import { toLink } from './links.ts'
import { cleanPasted, refusedOf } from './paste.ts'
import { parseHtml, toHtml } from './schema.ts'

const edited = (html: string) => toHtml(parseHtml(html))

const inline =
  '<strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <sub>e</sub> <sup>f</sup> <small>g</small> <mark>h</mark> <code>i</code>'

test.each([
  '<p>One<br>two</p><p>Three &amp; &lt;four&gt;&nbsp;%</p>',
  '<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5><h6>F</h6>',
  `<p>${inline}</p>`,
  '<ul><li>one<ul><li>two</li></ul></li><li>three<ol><li>four</li></ol></li></ul>',
  '<ol start="3"><li>three</li><li><p>four</p><p>five</p></li></ol>',
  '<blockquote><p>a</p><p>b</p></blockquote><hr><p>c</p>',
  '<p><a href="https://hut.example/a?b=1&amp;c=2#d">hut</a> <a href="mailto:a@hut.example">mail</a> <a href="tel:+38641000000">call</a></p>',
  '<p><strong>a </strong><a href="http://hut.example"><strong><em>b</em></strong></a></p>',
])('%s stays as it is', (html) => {
  expect([edited(html), lossOf(html)]).toEqual([html, null])
})

test.each([
  ['', ''],
  ['<p> </p><p></p>', ''],
  ['plain &amp; simple', '<p>plain &amp; simple</p>'],
  ['<b>a</b> <i>b</i>', '<p><strong>a</strong> <em>b</em></p>'],
  ['<i><b>a</b></i>', '<p><strong><em>a</em></strong></p>'],
  ['<ul>\n  <li><p>a</p></li>\n  <li>b</li>\n</ul>\n', '<ul><li>a</li><li>b</li></ul>'],
  ['<p>a\n  b</p>\n<p></p>\n<p>c</p>', '<p>a b</p><p>c</p>'],
])('%j means the same as %j', (html, expected) => {
  expect([edited(html), lossOf(html)]).toEqual([expected, null])
})

test.each([
  ['<table><tbody><tr><td>a</td></tr></tbody></table>', ['table', 'tbody', 'tr', 'td']],
  ['<dl><dt>a</dt><dd>b</dd></dl>', ['dl', 'dt', 'dd']],
  ['<p class="x" style="color:red">a</p>', ['p class', 'p style']],
  ['<pre>a\n  b</pre>', ['pre']],
  ['<p>a <span>b</span></p>', ['span']],
  ['<p>a</p><img src="x.png" alt="y">', ['img', 'img src', 'img alt']],
  ['<p><a href="https://a.example" target="_blank">a</a></p>', ['a target']],
  ['<p><a href="/relative">a</a></p>', ['a', 'a href']],
  ['<ol type="a"><li>a</li></ol>', ['ol type']],
  ['<p>a</p><!-- b -->', []],
])('the editor would lose something of %s', (html, names) => {
  expect(lossOf(html)).toEqual(names)
})

test.each([
  ['<script>window.ran=1</script><p>a</p>', '<p>a</p>'],
  ['<p onclick="window.ran=1">a<img src=x onerror="window.ran=1"></p>', '<p>a</p>'],
  ['<p><a href="javascript:window.ran=1">a</a></p>', '<p>a</p>'],
  ['<p><a href=" jAvA&#115;cript:window.ran=1">a</a></p>', '<p>a</p>'],
  ['<p><a href="data:text/html,x">a</a> <a href="//evil.example">b</a></p>', '<p>a b</p>'],
  ['<style>p{display:none}</style><p>a</p>', '<p>a</p>'],
  ['<svg onload="window.ran=1"></svg><p>a</p>', '<p>a</p>'],
])('%s is shown as HTML, and the editor would keep only %s', (html, expected) => {
  expect(lossOf(html)).not.toBeNull()
  expect(edited(html)).toBe(expected)
})

test('what is pasted keeps only allowed elements, and lists of Word stay lists', () => {
  const entry = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span>&nbsp;</span></span><![endif]>${text}</p>`
  const word = `<p class=MsoNormal style='margin:0'><b>Way</b><o:p></o:p></p>${entry(1, '·', 'one')}${entry(2, 'o', 'two')}${entry(1, '·', 'three')}<p>After</p>${entry(1, '1.', 'first')}`
  expect(edited(cleanPasted(word))).toBe(
    '<p><strong>Way</strong></p><ul><li>one<ul><li>two</li></ul></li><li>three</li></ul><p>After</p><ol><li>first</li></ol>',
  )
  const page =
    '<div class="a"><h2 style="x">T</h2><ol type="a"><li>b</li></ol><img src="c.png"><font color=red>d</font></div>'
  expect(edited(cleanPasted(page))).toBe('<h2>T</h2><ol><li>b</li></ol><p>d</p>')
  const clipboard = (html: string, text = '') => {
    const data = new DataTransfer()
    data.setData('text/html', html)
    data.setData('text/plain', text)
    return data
  }
  expect([clipboard(page), clipboard(word), null].map(refusedOf)).toEqual(['part', 'nothing', 'nothing'])
  const picture = clipboard('<img src="c.png">')
  picture.items.add(new File([], 'c.png', { type: 'image/png' }))
  expect(refusedOf(picture)).toBe('all')
})

test('a link has a scheme that the product shows', () => {
  expect(
    ['https://a.example', ' tel:+386 ', 'MAILTO:a@b.example', 'hut.example/x?y', 'a@b.example'].map(toLink),
  ).toEqual(['https://a.example', 'tel:+386', 'MAILTO:a@b.example', 'https://hut.example/x?y', 'mailto:a@b.example'])
  const refused = [
    '',
    'hut',
    'javascript:alert(1)',
    '//a.example',
    '/a',
    'https://',
    'mailto:',
    'data:text/html,x',
    'a b.example',
  ]
  expect(refused.map(toLink)).toEqual(refused.map(() => null))
})
