import { expect, it } from 'vitest'
import { html, trusted, webAddress } from './html.ts'

it('values are escaped in text and in attributes', () => {
  const nasty = `<script>alert("1")</script> & 'x'`
  expect(html`<p title="${nasty}">${nasty}</p>`.html).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>',
  )
})

it('HTML within HTML stays as it is, lists are joined, nothing is nothing', () => {
  expect(
    html`<ul>${['a', '<b>'].map((item) => html`<li>${item}</li>`)}${null}${false}${trusted('<hr>')}${0}</ul>`.html,
  ).toBe('<ul><li>a</li><li>&lt;b&gt;</li><hr>0</ul>')
})

it('a web address is linked with its scheme in any case; an empty one and other schemes are not', () => {
  expect(webAddress('HTTPS://Hut.Example/A')).toBe('https://hut.example/A')
  for (const none of ['', 'javascript:alert(1)', null]) expect(webAddress(none)).toBeNull()
})
