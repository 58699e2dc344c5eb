import { hash } from 'node:crypto'
import { eventually } from '@guidebook/service-kit/test'
import { beforeEach, describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it, publicUrl } from './fixture.ts'
import { png } from './pictures.ts'
import { aBuild, aGpxFile, aGuidebook, aGuidebookWithAlternative, publish, publishedRelease } from './published.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})
const aDayOfTheTrip = '2026-07-15T10:00:00Z'
beforeEach(() => fixture.clock.set(aDayOfTheTrip))

const page = (release: { link: string }, headers?: Record<string, string>) =>
  fixture.visit(`/t/${release.link}`, headers)
const file = (release: { link: string }, rest: string, headers?: Record<string, string>) =>
  fixture.visit(`/t/${release.link}${rest}`, { accept: '*/*', ...headers })

describe('the page', () => {
  it('shows everything, today’s stage first, and is safe', async () => {
    const operator = fixture.newPartner({ name: 'Alpine & Walks', iosUrl: 'https://store.example/app' })
    const release = await publishedRelease(fixture, operator)
    const { status, text, headers } = await page(release)
    expect(status).toBe(200)
    for (const shown of [
      ...['<h1 dir="auto">Over the passes</h1>', '<strong>two valleys</strong>', 'Alpine &amp; Walks'],
      ...['Chapel &lt;of&gt; St. Anne', 'href="tel:+4181123', 'href="https://chapel.example/?a=1&amp;b=2"'],
      ...['Mountain hut', 'Half board,\nkey at the bar', 'Along the stream.', 'At the station.', 'Call 112.'],
      ...['12.3\u00A0km', '850\u00A0m', '4\u00A0h 30\u00A0min'],
      ...['aria-label="Map of stage 1"', 'aria-label="Profile of stage 1"'],
      ...[
        `/t/${release.link}/roadbook.pdf`,
        `/t/${release.link}/gpx"`,
        `/t/${release.link}/gpx/stage-1.gpx`,
        `/t/${release.link}/gpx/stage-1-device.gpx`,
        `/t/${release.link}/courses/stage-1.tcx`,
        `/t/${release.link}/courses/stage-1.fit`,
        '12 pages',
      ],
      ...['https://store.example/app', String(release.downloadCode), 'v-1a2b3c'],
      `src="/t/${release.link}/images/cover.png"`,
    ]) {
      expect(text).toContain(shown)
    }
    expect(text).toMatch(/class="dates">14\s–\s21 July 2026<\/p>/)
    // The same file is not offered twice under different names.
    expect(text).not.toContain('/gpx/stage-2-device.gpx')
    expect(text.indexOf('. Down to the lake</h2>')).toBeLessThan(text.indexOf('To the pass</h3>'))
    expect(text).toMatch(/<span class="badge">Today<\/span> Wednesday, 15 July 2026/)
    expect(text).not.toContain('javascript:')
    expect(text.match(/<script[^>]*>/g)).toEqual([
      '<script type="module" src="/t/assets/trip.js">',
      '<script type="application/json" id="offline-facts">',
    ])
    expect(text).not.toMatch(/style="| on\w+=/)
    expect(text).not.toContain('An update is on its way')

    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; img-src 'self' data: blob:; style-src 'sha256-${hash('sha256', style, 'base64')}' 'self'; script-src 'self'; worker-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect((await page(release, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
    expect(Buffer.byteLength(text)).toBeLessThan(60_000)
  })

  it('shows the figures of the main way, what is known of them, and each alternative with its own', async () => {
    const release = await publishedRelease(fixture, fixture.newPartner(), {}, aGuidebookWithAlternative())
    const { text } = await page(release)
    const [, stage = ''] = /<details class="card" id="stage-1"(.*?)<\/details>/s.exec(text) ?? []
    for (const shown of [
      '<dt>Distance (at least)</dt><dd>12.3\u00A0km</dd>',
      '<dt>Time (without climbs)</dt><dd>4\u00A0h 30\u00A0min</dd>',
      '<strong>Hiking</strong> 12.3\u00A0km · 4\u00A0h 30\u00A0min',
      '<strong>Ferry</strong> 4\u00A0km · 10\u00A0min',
    ]) {
      expect(stage).toContain(shown)
    }
    const [, alternative = ''] = /<section class="alternative">(.*?)<\/section>/s.exec(stage) ?? []
    for (const shown of [
      'Alternative',
      'Through the valley',
      '9.1\u00A0km',
      'Shady.',
      'aria-label="Profile of the valley"',
      `/t/${release.link}/gpx/stage-1-valley.gpx`,
    ]) {
      expect(alternative).toContain(shown)
    }
  })

  it('has the seller’s logo and code when the release is shared', async () => {
    const operator = fixture.newPartner({ name: 'Alpine Walks' })
    const seller = fixture.newSeller(operator, {
      name: 'Sunny Trips',
      primaryColor: '#ffee00',
      logo: 'https://cdn.example/logo.svg',
    })
    const release = await publishedRelease(fixture, operator, { resellerOid: seller.account.oid })
    const { text, headers } = await page(release)
    expect(text).toContain('<img src="https://cdn.example/logo.svg" alt="Sunny Trips"')
    expect(text).toContain('--brand:#ffee00;--on-brand:#111111')
    expect(text).toContain('Organised by Alpine Walks')
    expect(text).toContain(String(release.sellerDownloadCode))
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data: https://cdn.example ")
  })

  it('shows a local copy of the logo, or the name, and requests nothing from other hosts', async () => {
    const operator = fixture.newPartner({ name: 'Alpine Walks', logo: 'https://cdn.example/logo.svg' })
    const pageOf = async (logo: string | null) =>
      await page(await publishedRelease(fixture, operator, {}, aGuidebook({ logo })))
    for (const { text, headers } of [await pageOf('cover.png'), await pageOf(null)]) {
      expect(text).not.toContain('cdn.example')
      expect(headers.get('content-security-policy')).toContain("img-src 'self' data: blob:; ")
    }
    expect((await pageOf('cover.png')).text).toMatch(
      /<img src="[^"]*\/images\/cover\.png" alt="Alpine Walks" height="48">/,
    )
    expect((await pageOf(null)).text).toContain('<b>Alpine Walks</b>')
  })

  it('is in the language of the release, otherwise the browser’s, otherwise English', async () => {
    const operator = fixture.newPartner()
    const texts = async (lang: string, accept: string) => {
      const release = await publishedRelease(fixture, operator, { lang }, aGuidebook({ lang }))
      return (await page(release, { 'accept-language': accept })).text
    }
    expect(await texts('de', 'fr')).toMatch(/<html lang="de" dir="ltr">.*Etappen/s)
    expect(await texts('nl', 'fr')).toContain('Vandaag')
    expect(await texts('pl', 'xx, fr;q=0.8')).toMatch(
      /<html lang="fr" dir="ltr">.*<h1 dir="auto" lang="pl">.*Aujourd’hui/s,
    )
    expect(await texts('pl', 'xx')).toMatch(/<html lang="en" dir="ltr">.*Today/s)
    expect(await texts('it', '')).toContain('Oggi')
    expect(await texts('es', '')).toContain('Etapas')
  })

  it('has labels, dates, figures and layout in one language, and each text in its own language and direction', async () => {
    const operator = fixture.newPartner()
    const html = '<p>الطريق إلى القمة</p><ul><li>Bring water</li></ul>'
    const guidebook = aGuidebook({ lang: 'ar', title: 'جبال الأطلس', html })
    const release = await publishedRelease(fixture, operator, { lang: 'ar' }, guidebook)
    const { text, headers } = await page(release, { 'accept-language': 'ar, de;q=0.5' })
    expect(headers.get('content-language')).toBe('ar, de')
    expect(text).toMatch(/<html lang="de" dir="ltr">.*<h1 dir="auto" lang="ar">جبال الأطلس<\/h1>/s)
    expect(text).toContain('<p dir="auto">الطريق إلى القمة</p><ul dir="auto"><li>Bring water</li></ul>')
    expect(text).toMatch(/Heute<\/span> Mittwoch, 15. Juli 2026.*<dd>12,3\skm<\/dd>/s)
  })

  it('says that an update is in progress until it shows the newest build', async () => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    await operator.patch(operator.path(release, '/tripperiod'), { start: '2026-07-15', end: '2026-07-22' })
    const { text } = await page(release)
    expect(text).toContain('An update is on its way')
    expect(text).toContain('roadbook.pdf')
    await publish(fixture, release, { generation: 2, page: aGuidebook({ title: 'Over the passes, later' }) })
    const later = await eventually(async () => {
      const answer = await page(release)
      return answer.text.includes('Over the passes, later') && answer
    })
    expect(later.text).not.toContain('An update is on its way')
  })

  it('of several megabytes stays in memory: later views and 304 do not need its document', async () => {
    const release = await fixture.newPartner().release()
    const large = aGuidebook({ html: `<p>${'ä'.repeat(3_000_000)}</p>` })
    const { artifacts } = await publish(fixture, release, { page: large })
    await eventually(async () => (await page(release)).text.includes('Over the passes'))
    // Requests go to the two replicas in turn, and each has its own memory.
    const [, { headers }] = [await page(release), await page(release)]
    await fixture.objectStore.remove(artifacts.page.key)
    const etag = headers.get('etag') ?? ''
    for (const [condition, status] of [
      [{}, 200],
      [{ 'if-none-match': etag }, 304],
    ] as const) {
      const answers = [await page(release, condition), await page(release, condition)]
      expect(answers.map((answer) => [answer.status, answer.headers.get('etag')])).toEqual(
        answers.map(() => [status, etag]),
      )
    }
  })

  it('reloads by itself during the first build', async () => {
    const release = await fixture.newPartner().release()
    const { status, text } = await page(release)
    expect(status).toBe(200)
    expect(text).toContain('Your trip is being prepared')
    expect(text).toContain('<meta http-equiv="refresh" content="20">')
  })

  it('says whom to ask when the first build or the newest one has failed', async () => {
    const operator = fixture.newPartner({ name: 'Alpine Walks' })
    const failed = { code: 'internal-error', message: 'The renderer stopped.', willRetry: false, steps: [] }
    const release = await operator.release()
    await fixture.bus.send('build.failed.v1', { ...aBuild(release), ...failed })
    const nothing = await eventually(async () => {
      const answer = await page(release)
      return answer.text.includes('Your trip is not ready yet') && answer
    })
    expect(nothing.text).toContain('Please ask Alpine Walks')
    expect(nothing.text).not.toContain('http-equiv="refresh"')

    const shown = await publishedRelease(fixture, operator)
    await operator.patch(operator.path(shown, '/tripperiod'), { start: '2026-07-15', end: '2026-07-22' })
    await fixture.bus.send('build.failed.v1', { ...aBuild(shown, 2), ...failed })
    await eventually(async () => (await page(shown)).text.includes('could not be prepared yet'))
    await operator.post(operator.path(shown, '/build'))
    expect((await page(shown)).text).toContain('An update is on its way')
  })

  it('returns 404 for files with other names', async () => {
    const release = await publishedRelease(fixture, fixture.newPartner())
    for (const rest of ['/gpx/another.gpx', '/images/another.png']) {
      const { status, body } = await file(release, rest)
      expect([status, body.code], rest).toEqual([404, 'not-found'])
    }
  })

  it('has no button for a disabled channel, whose files are not served', async () => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    await operator.patch(operator.path(release, '/pdf/0'))
    await operator.patch(operator.path(release, '/gpx/0'))
    const { text } = await page(release)
    expect(text).not.toContain('roadbook.pdf')
    expect(text).not.toContain('/gpx')
    for (const rest of ['/roadbook.pdf', '/gpx', '/gpx/stage-1.gpx']) {
      const { status, body } = await file(release, rest)
      expect([status, body.code], rest).toEqual([404, 'channel-disabled'])
    }
    await operator.patch(operator.path(release, '/pdf/1'))
    expect((await file(release, '/roadbook.pdf')).status).toBe(200)
  })
})

describe('an unavailable link', () => {
  it('returns a page with the reason, and a problem document to programs', async () => {
    const operator = fixture.newPartner({ name: 'Alpine Walks', timeZone: 'Europe/Berlin' })
    const release = await publishedRelease(fixture, operator)
    const expectClosed = async (status: number, code: string, ...words: string[]) => {
      const answer = await page(release)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      for (const word of words) expect(answer.text).toContain(word)
      expect(answer.text).not.toContain('Over the passes')
      for (const rest of ['/roadbook.pdf', '/gpx', '/gpx/stage-1.gpx', '/images/cover.png']) {
        const { status: ofFile, body } = await file(release, rest)
        expect([ofFile, body.code], rest).toEqual([status, code])
      }
      expect((await file(release, '/roadbook.pdf', { accept: 'text/html' })).text).toContain(words[0])
    }
    fixture.clock.set('2026-06-30T21:59:59Z')
    const firstDay = '<h1>Your trip opens on <time datetime="2026-07-01">1 July 2026</time></h1>'
    await expectClosed(403, 'release-not-started', 'Your trip opens on 1 July 2026', firstDay, 'Alpine Walks')
    fixture.clock.set('2026-06-30T22:00:00Z')
    expect((await page(release)).status).toBe(200)
    fixture.clock.set('2026-08-31T21:59:59Z')
    expect((await page(release)).status).toBe(200)
    fixture.clock.set('2026-08-31T22:00:00Z')
    const lastDay = '<time datetime="2026-08-31">31 August 2026</time>'
    await expectClosed(410, 'release-over', 'This trip is over', lastDay)
    fixture.clock.set(aDayOfTheTrip)
    await operator.patch(operator.path(release, '/disabled/1'))
    await expectClosed(410, 'release-over', 'This trip is not available at present', 'Please ask Alpine Walks.')
    await operator.patch(operator.path(release, '/disabled/0'))
    expect((await page(release)).status).toBe(200)
    fixture.clock.set('2026-06-01T00:00:00Z')
    await operator.delete(operator.path(release))
    await expectClosed(410, 'release-over', 'This link is no longer valid', 'The trip was withdrawn.')
  })

  it('that never existed returns a page in the browser’s language', async () => {
    const { status, text } = await page({ link: 'neverWasThere1234567' }, { 'accept-language': 'de-CH' })
    expect(status).toBe(404)
    expect(text).toMatch(/<html lang="de" dir="ltr">.*Diese Reise gibt es nicht/s)
    const { status: ofFile, body } = await file({ link: 'neverWasThere1234567' }, '/gpx')
    expect([ofFile, body.code]).toEqual([404, 'not-found'])
  })

  it.each([
    ['a page', 'text/html;q=0.9, application/json;q=0.8'],
    ['a page', 'TEXT/HTML, application/json'],
    ['a page', '*/*'],
    ['a page', 'image/png, text/html;q=0'],
    ['a problem document', 'application/json'],
    ['a problem document', 'application/problem+json'],
    ['a problem document', 'application/json, text/plain, */*'],
    ['a problem document', 'text/html;q=0.5, application/json;charset=utf-8'],
  ])('returns %s to a client that accepts %s', async (form, accept) => {
    const release = await fixture.newPartner().release()
    for (const [path, now, status, code] of [
      ['/t/neverWasThere1234567', aDayOfTheTrip, 404, 'not-found'],
      ['/t/%zz', aDayOfTheTrip, 404, 'not-found'],
      [`/t/${release.link}`, '2026-06-30T10:00:00Z', 403, 'release-not-started'],
      [`/t/${release.link}`, '2026-09-01T10:00:00Z', 410, 'release-over'],
    ] as const) {
      fixture.clock.set(now)
      const answer = await fixture.visit(path, { accept })
      expect(answer.status, path).toBe(status)
      if (form === 'a page') {
        expect(answer.headers.get('content-type'), path).toBe('text/html; charset=utf-8')
        expect(answer.headers.get('vary'), path).toBe('Accept-Language, Accept')
      } else {
        expect(answer.headers.get('content-type'), path).toBe('application/problem+json')
        expect(answer.headers.get('cache-control'), path).toBe('no-store')
        expect(answer.body).toMatchObject({ code, requestId: answer.headers.get('x-request-id') })
      }
    }
  })

  it.each([`/t/${'x'.repeat(2_000)}`, '/t/%zz', '/t/%00'])(
    'with the malformed path %.12s returns that page',
    async (path) => {
      const { status, text, headers } = await fixture.visit(path, { 'accept-language': 'de-CH', accept: '*/*' })
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(text).toMatch(/<html lang="de" dir="ltr">.*Diese Reise gibt es nicht/s)
    },
  )

  it('to an unknown path within a trip returns that page to browsers, and a problem document to programs', async () => {
    const browser = await fixture.visit('/t/some-link/and/more', { accept: 'text/html' })
    expect([browser.status, browser.text]).toEqual([404, expect.stringContaining('<html')])
    const program = await file({ link: 'some-link' }, '/and/more')
    expect([program.status, program.body.code]).toEqual([404, 'not-found'])
  })
})

describe('files', () => {
  it('have the right names, types, lengths and ETags', async () => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator, {}, aGuidebook({ title: 'Über „die“ Pässe/1' }))
    const expectFile = async (rest: string, type: string, disposition: string, text: string) => {
      const answer = await file(release, rest)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('content-disposition')).toBe(disposition)
      expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
      expect(answer.text).toBe(text)
      const etag = answer.headers.get('etag') ?? ''
      expect((await file(release, rest, { 'if-none-match': etag })).status).toBe(304)
    }
    const name = `filename="Uber _die_ Passe 1`
    const star = `filename*=UTF-8''%C3%9Cber%20%E2%80%9Edie%E2%80%9C%20P%C3%A4sse%201`
    await expectFile('/roadbook.pdf', 'application/pdf', `inline; ${name}.pdf"; ${star}.pdf`, '%PDF-1.7 the book')
    await expectFile('/gpx', 'application/zip', `attachment; ${name} GPX.zip"; ${star}%20GPX.zip`, 'PK the archive')
    await expectFile(
      '/gpx/stage-1-device.gpx',
      'application/gpx+xml',
      `attachment; filename="stage-1-device.gpx"; filename*=UTF-8''stage-1-device.gpx`,
      aGpxFile('stage-1-device'),
    )
    await expectFile(
      '/courses/stage-1.fit',
      'application/vnd.ant.fit',
      `attachment; filename="stage-1.fit"; filename*=UTF-8''stage-1.fit`,
      'a FIT course',
    )
    const picture = await file(release, '/images/cover.png')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(picture.headers.get('content-length')).toBe(String(png.length))
  })

  it('that do not exist return 404 on a page that links to the trip', async () => {
    const release = await publishedRelease(fixture, fixture.newPartner())
    for (const rest of ['/gpx/none.gpx', '/courses/none.tcx', '/images/none.png'])
      expect((await file(release, rest)).status).toBe(404)
    const { status, text } = await file(release, '/gpx/none.gpx', { accept: 'text/html' })
    expect(status).toBe(404)
    expect(text).toContain('There is no such file')
    expect(text).toContain(`href="/t/${release.link}"`)
  })

  it('that are not built yet return an error that says so', async () => {
    const release = await fixture.newPartner().release()
    const { status, body, headers } = await file(release, '/roadbook.pdf')
    expect([status, body.code, headers.get('retry-after')]).toEqual([404, 'artifact-not-ready', '30'])
    expect((await file(release, '/gpx', { accept: 'text/html' })).text).toContain('The file is still being created')
  })
})

it('the URL in the record is that of the page', async () => {
  const release = await publishedRelease(fixture, fixture.newPartner())
  expect(release.url).toBe(`${publicUrl}/t/${release.link}`)
  expect((await fixture.visit(new URL(release.url).pathname)).status).toBe(200)
})
