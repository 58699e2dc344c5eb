import { expect, test } from 'vitest'
import { sanitiseHtml } from './sanitise-html.ts'

const clean = (dirty: string) => sanitiseHtml(dirty).html

test('structure, emphasis and links stay', () => {
  const html =
    '<p>Start at the <strong>hut</strong>.</p><ul><li><a href="https://example.org/x?a=1&amp;b=2">map</a></li></ul>'
  expect(clean(html)).toBe(html)
  expect(clean('<a href="tel:+38641000000">call</a>')).toBe('<a href="tel:+38641000000">call</a>')
})

test('plain text stays, and its special characters are escaped', () => {
  expect(clean('3 < 4 & 5 > 2')).toBe('3 &lt; 4 &amp; 5 &gt; 2')
})

test.each([
  ['<script>alert(1)</script>Hi', 'Hi'],
  ['<style>p{display:none}</style>Hi', 'Hi'],
  ['<p onclick="steal()" style="position:fixed" class="x" id="y">Hi</p>', '<p>Hi</p>'],
  ['<a href="javascript:alert(1)">Hi</a>', '<a>Hi</a>'],
  ['<a href="java&#115;cript:alert(1)">Hi</a>', '<a>Hi</a>'],
  ['<a href=" jAvAsCrIpT:alert(1)">Hi</a>', '<a>Hi</a>'],
  ['<a href="data:text/html,x">Hi</a>', '<a>Hi</a>'],
  ['<a href="//evil.example">Hi</a>', '<a>Hi</a>'],
  ['<a href="/relative">Hi</a>', '<a>Hi</a>'],
  ['<svg><script>alert(1)</script><text>x</text></svg>Hi', 'Hi'],
  ['<math><mi//xlink:href="data:x,<script>alert(4)</script>">Hi', 'Hi'],
  ['<!--[if IE]><script>x</script><![endif]-->Hi', 'Hi'],
  ['<img src=x onerror=alert(1)>Hi', 'Hi'],
  ['<div><section>Hi</section></div>', 'Hi'],
  ['<base href="https://evil.example"><meta http-equiv=refresh content="0">Hi', 'Hi'],
])('%s becomes %s', (dirty, expected) => {
  expect(clean(dirty)).toBe(expected)
})

test('headings move below the headings of the book', () => {
  expect(clean('<h1>A</h1><h2>B</h2><h3>C</h3><h6>D</h6>')).toBe('<h3>A</h3><h4>B</h4><h5>C</h5><h6>D</h6>')
})

test('elements a reader would miss are named, each once', () => {
  expect(
    sanitiseHtml('<img src="a.jpg"><img src="b.jpg"><iframe src="https://video.example"></iframe>x').leftOut,
  ).toEqual(['iframe', 'img'])
  expect(sanitiseHtml('<p>x</p><script>y</script>').leftOut).toEqual([])
})

test('hundreds of nested elements lose their tags, not their text', () => {
  const deep = `${'<blockquote>'.repeat(400)}Hi${'</blockquote>'.repeat(400)}`
  const { html, isPlain } = sanitiseHtml(deep)
  expect(html).toContain('Hi')
  expect(html.length).toBeLessThan(2_000)
  expect(isPlain).toBe(false)
})

/** HTML for which the parser's time would grow with the square of the length. */
const nested = {
  'elements that are never closed': (count: number) => '<b>'.repeat(count),
  'elements inside each other': (count: number) => `${'<i>'.repeat(count)}x${'</i>'.repeat(count)}`,
  'paragraphs closed by the end of another': (count: number) => '<p><div></p>'.repeat(count),
  'ends without a beginning': (count: number) => `${'<b>'.repeat(count)}${'</i>'.repeat(count)}`,
  'unknown elements': (count: number) => '<x>'.repeat(count),
  'pictures inside each other': (count: number) => '<svg>'.repeat(count),
  'frames inside each other': (count: number) => '<iframe>'.repeat(count),
}
test.each(Object.entries(nested))('%s: the text remains, in time that is linear in the length', (_, make) => {
  const timeOf = (count: number) => {
    // Not the time on a clock: other processes may run meanwhile.
    const before = process.threadCpuUsage()
    const { html } = sanitiseHtml(`Start ${make(count)} End`)
    expect(html).toContain('Start')
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  const small = Math.max(5, timeOf(10_000))
  // Twenty times the length: quadratic time would be 400 times as long.
  expect(timeOf(200_000)).toBeLessThan(20 * 5 * small)
})

test('text whose markup exceeds the budget is shown without markup', () => {
  const list = `<ul>${'<li>one &amp; two</li>'.repeat(100)}</ul><script>x</script>`
  expect(sanitiseHtml(list, 303)).toMatchObject({ isPlain: false, markup: 303 })
  const { html, isPlain, markup } = sanitiseHtml(list, 302)
  expect(isPlain).toBe(true)
  expect(markup).toBe(0)
  expect(html).toMatch(/^one &amp; two one &amp; two/)
  expect(html).not.toMatch(/[<>]/)
})

test('sanitised HTML stays unchanged when it is sanitised again', () => {
  const once = clean('<h1>A</h1><p>B <i>c</i><table><tr><td colspan="2">d</table>')
  expect(clean(once.replaceAll(/<(\/?)h3>/g, '<$1h1>'))).toBe(once)
})
