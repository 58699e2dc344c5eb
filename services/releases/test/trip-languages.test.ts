import { eventually } from '@guidebook/service-kit/test'
import { beforeEach, describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { aGermanGuidebook, aGuidebook, inTwoLanguages, publish, publishedRelease } from './published.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})
beforeEach(() => fixture.clock.set('2026-07-15T10:00:00Z'))

type Released = { link: string }
const page = ({ link }: Released, headers?: Record<string, string>) => fixture.visit(`/t/${link}`, headers)
const pageIn = ({ link }: Released, lang: string, headers?: Record<string, string>) =>
  fixture.visit(`/t/${link}/lang/${lang}`, headers)
const asProgram = { accept: '*/*' }

const navOf = (text: string) => /<nav class="languages".*?<\/nav>/s.exec(text)?.[0] ?? null
const factsOf = (text: string) => JSON.parse(/id="offline-facts">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null')

describe('a page in two languages', () => {
  it('links each language to the other by its own name, and marks the current one', async () => {
    const release = await inTwoLanguages(fixture, fixture.newPartner())
    const english = await page(release)
    expect(english.text).toMatch(/<html lang="en" dir="ltr">.*<h1 dir="auto">Over the passes<\/h1>/s)
    expect(navOf(english.text)).toBe(
      `<nav class="languages" aria-label="Language"><ul><li><span aria-current="page" lang="en">English</span></li><li><a href="/t/${release.link}/lang/de" lang="de" hreflang="de">Deutsch</a></li></ul></nav>`,
    )
    const german = await pageIn(release, 'de')
    expect([german.status, german.headers.get('content-language')]).toEqual([200, 'de'])
    expect(german.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const name of ['content-security-policy', 'cache-control', 'vary'])
      expect(german.headers.get(name), name).toBe(english.headers.get(name))
    expect(german.text).toMatch(/<html lang="de" dir="ltr">.*<h1 dir="auto">Über die Pässe<\/h1>.*Etappen.*v-4d5e6f/s)
    expect(navOf(german.text)).toBe(
      `<nav class="languages" aria-label="Sprache"><ul><li><a href="/t/${release.link}" lang="en" hreflang="en">English</a></li><li><span aria-current="page" lang="de">Deutsch</span></li></ul></nav>`,
    )
  })

  it('shows the files of the release and the language of its roadbook', async () => {
    const release = await inTwoLanguages(fixture, fixture.newPartner())
    const { text } = await pageIn(release, 'de')
    for (const shown of [
      `href="/t/${release.link}/roadbook.pdf"`,
      `href="/t/${release.link}/gpx/stage-1.gpx"`,
      `src="/t/${release.link}/images/cover.png"`,
      'src="/t/assets/trip.js"',
    ])
      expect(text).toContain(shown)
    expect(text).toMatch(/Roadbook \(PDF\) <small>12 Seiten, [^<]+,<br>Englisch<\/small>/)
    expect((await page(release)).text).toMatch(/Roadbook \(PDF\) <small>12 pages, [^<]+<\/small>/)
  })

  it('declares the same offline copy in both languages', async () => {
    const release = await inTwoLanguages(fixture, fixture.newPartner())
    const [english, german] = [factsOf((await page(release)).text), factsOf((await pageIn(release, 'de')).text)]
    expect(english.files).toEqual(expect.arrayContaining([`/t/${release.link}`, `/t/${release.link}/lang/de`]))
    expect(german).toEqual({ ...english, version: 'v-4d5e6f' })
  })

  it('has the same content at the path of the release’s language', async () => {
    const release = await inTwoLanguages(fixture, fixture.newPartner())
    const [own, named] = [await page(release), await pageIn(release, 'en')]
    expect([named.status, named.text]).toEqual([200, own.text])
    expect(named.headers.get('etag')).toBe(own.headers.get('etag'))
  })

  it('keeps its ETag until a text of its language changes', async () => {
    const release = await inTwoLanguages(fixture, fixture.newPartner())
    const before = await pageIn(release, 'de')
    const etag = before.headers.get('etag') ?? ''
    expect((await pageIn(release, 'de', { 'if-none-match': etag })).status).toBe(304)
    expect((await page(release)).headers.get('etag')).not.toBe(etag)
    const others = [aGermanGuidebook({ title: 'Über die Joche' })]
    await publish(fixture, release, { others })
    await eventually(async () => (await pageIn(release, 'de')).text.includes('<h1 dir="auto">Über die Joche</h1>'))
  })

  it('counts as viewed in any language', async () => {
    const operator = fixture.newPartner()
    const release = await inTwoLanguages(fixture, operator)
    await pageIn(release, 'de', { 'sec-fetch-dest': 'empty' })
    await pageIn(release, 'fr')
    await page(release)
    await pageIn(release, 'de')
    const total = await eventually(async () => {
      const { body } = await operator.get(`/content/guidebook/${operator.account.id}/GB-1/analytics`)
      return body.total?.pageViews > 1 && body.total
    })
    expect(total.pageViews).toBe(2)
  })

  it('has no language links in the preview', async () => {
    const operator = fixture.newPartner()
    const release = await inTwoLanguages(fixture, operator)
    const { text } = await operator.get(operator.path(release, '/page'))
    expect(text).toContain('<h1 dir="auto">Over the passes</h1>')
    expect(navOf(text)).toBeNull()
  })

  it('has a preview in each of its languages, which its diagnosis names', async () => {
    const operator = fixture.newPartner()
    const release = await inTwoLanguages(fixture, operator)
    const previewIn = (lang: string) => operator.get(operator.path(release, `/page?language=${lang}`))
    expect((await previewIn('en')).text).toContain('<h1 dir="auto">Over the passes</h1>')
    expect((await previewIn('de')).text).toMatch(/<html lang="de" dir="ltr">.*<h1 dir="auto">Über die Pässe<\/h1>/s)
    expect((await previewIn('fr')).body).toMatchObject({ status: 404, code: 'not-found' })
    const query = `account=${operator.account.id}&link=${release.link}`
    const { body } = await fixture.asService('gateway').get(`/internal/diagnosis/releases?${query}`)
    expect(body.releases[0].published.otherLanguages).toEqual(['de'])
  })
})

it('three or more languages are in a menu', async () => {
  const others = [aGermanGuidebook(), aGermanGuidebook({ lang: 'it' }), aGermanGuidebook({ lang: 'xx' })]
  const release = await publishedRelease(fixture, fixture.newPartner(), {}, aGuidebook(), others)
  const nav = navOf((await pageIn(release, 'it')).text) ?? ''
  expect(nav).toMatch(/<details><summary><svg.*<span lang="it">Italiano<\/span><\/summary><ul>/s)
  expect([...nav.matchAll(/<li><(a|span)[^>]*>([^<]+)/g)].map(([, , name]) => name)).toEqual([
    ...['English', 'Deutsch', 'Italiano', 'xx'],
  ])
})

it('a page in one language has no list of languages, nor has one that was published before lists existed', async () => {
  const release = await publishedRelease(fixture, fixture.newPartner())
  expect(navOf((await page(release)).text)).toBeNull()
  expect((await pageIn(release, 'en')).status).toBe(200)
})

describe('a page in another language', () => {
  it('that does not exist returns 404 on a page that links to the trip', async () => {
    const release = await inTwoLanguages(fixture, fixture.newPartner())
    for (const lang of ['fr', 'DE', 'de-CH', 'x'.repeat(200)]) {
      const { status, text, headers } = await pageIn(release, lang)
      expect([status, headers.get('content-type')], lang).toEqual([404, 'text/html; charset=utf-8'])
      expect(text).toContain('Not in this language')
      expect(text).toContain(`href="/t/${release.link}"`)
    }
    const { status, body } = await pageIn(release, 'fr', asProgram)
    expect([status, body.code]).toEqual([404, 'not-found'])
  })

  it('is open exactly when the trip is', async () => {
    const operator = fixture.newPartner()
    const release = await inTwoLanguages(fixture, operator)
    const expectClosed = async (status: number, code: string, words: string) => {
      for (const lang of ['de', 'en', 'fr']) {
        const answer = await pageIn(release, lang)
        expect([answer.status, answer.text], lang).toEqual([status, expect.stringContaining(words)])
        expect(answer.text).not.toContain('Pässe')
        const { status: ofProgram, body } = await pageIn(release, lang, asProgram)
        expect([ofProgram, body.code], lang).toEqual([status, code])
      }
    }
    fixture.clock.set('2026-06-01T10:00:00Z')
    await expectClosed(403, 'release-not-started', 'Your trip opens on 1 July 2026')
    fixture.clock.set('2026-10-01T10:00:00Z')
    await expectClosed(410, 'release-over', 'This trip is over')
    fixture.clock.set('2026-07-15T10:00:00Z')
    await operator.patch(operator.path(release, '/disabled/1'))
    await expectClosed(410, 'release-over', 'This trip is not available at present')
    expect((await fixture.visit('/t/neverWasThere1234567/lang/de')).status).toBe(404)
  })

  it('is being prepared until the first build of the trip', async () => {
    const release = await fixture.newPartner().release()
    const { status, text } = await pageIn(release, 'de')
    expect([status, text]).toEqual([200, expect.stringContaining('Your trip is being prepared')])
  })

  it('stays at its path when the release takes that language', async () => {
    const operator = fixture.newPartner()
    const release = await inTwoLanguages(fixture, operator)
    await operator.patch(operator.path(release, '/lang/de'))
    // The published documents are still those of before: in English, with German as the other language.
    const between = await page(release)
    expect(between.text).toMatch(/<html lang="en" dir="ltr">.*An update is on its way/s)
    expect(navOf(between.text)).toContain(`href="/t/${release.link}/lang/de"`)
    const others = [aGuidebook()]
    await publish(fixture, release, { generation: 2, page: aGermanGuidebook(), others })
    await eventually(async () => (await page(release)).text.includes('<html lang="de" dir="ltr">'))
    expect((await pageIn(release, 'de')).text).toBe((await page(release)).text)
    expect(navOf((await pageIn(release, 'en')).text)).toContain(`<a href="/t/${release.link}" lang="de"`)
  })
})
