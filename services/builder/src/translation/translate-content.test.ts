import { expect, test } from 'vitest'
import type { BookContent } from '../content/book-content.ts'
import type { Build } from '../context.ts'
import { collectWarnings } from '../outcome/warnings.ts'
import { translateContent } from './translate-content.ts'

test('a text without letters is the same in every language; one that nests too many elements stays in the original', async () => {
  const nested = `${'<b>'.repeat(501)}Pass`
  const content: BookContent = {
    titles: { de: '2026' },
    descriptions: { de: nested },
    cover: null,
    coverPointer: null,
    stages: [],
    general: { routes: [], pois: [], texts: [] },
    stays: [],
  }
  const build = { translation: null, warnings: collectWarnings() } as unknown as Build
  const translated = await translateContent(content, { source: 'de', target: 'fr' }, build)
  expect(translated.content).toMatchObject({ titles: { de: '2026', fr: '2026' } })
  expect(translated.content.descriptions).toEqual({ de: nested })
})
