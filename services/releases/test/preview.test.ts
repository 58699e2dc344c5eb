import { beforeEach, describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { png } from './pictures.ts'
import { publishedRelease } from './published.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})
beforeEach(() => fixture.clock.set('2026-07-15T10:00:00Z'))

describe('a preview', () => {
  it('shows the page and the files to the operator and the seller on any day', async () => {
    fixture.clock.set('2026-06-01T12:00:00Z')
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const release = await publishedRelease(fixture, operator, { resellerOid: seller.account.oid })
    expect((await fixture.visit(`/t/${release.link}`)).status).toBe(403)
    for (const partner of [operator, seller]) {
      const { status, text, headers } = await partner.get(partner.path(release, '/page'))
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(text).toContain('<h1 dir="auto">Over the passes</h1>')
      expect(text).toContain(`src="data:image/png;base64,${png.toString('base64')}"`)
      expect((await partner.get(partner.path(release, '/roadbook.pdf'))).text).toBe('%PDF-1.7 the book')
      expect((await partner.get(partner.path(release, '/gpx'))).text).toBe('PK the archive')
    }
  })

  it('shows a disabled release, but not a revoked one', async () => {
    fixture.clock.set('2026-06-01T12:00:00Z')
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    await operator.patch(operator.path(release, '/disabled/1'))
    for (const rest of ['/page', '/roadbook.pdf', '/gpx']) {
      expect((await operator.get(operator.path(release, rest))).status, rest).toBe(200)
    }
    await operator.delete(operator.path(release))
    for (const rest of ['/page', '/roadbook.pdf', '/gpx']) {
      expect((await operator.get(operator.path(release, rest))).status, rest).toBe(404)
    }
  })

  it('of a channel that is off is refused', async () => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    await operator.patch(operator.path(release, '/pdf/0'))
    await operator.patch(operator.path(release, '/gpx/0'))
    for (const rest of ['/roadbook.pdf', '/gpx']) {
      const { status, body } = await operator.get(operator.path(release, rest))
      expect([status, body.code], rest).toEqual([404, 'channel-disabled'])
    }
  })

  it('of a release without documents gets an error that says so', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    for (const rest of ['/page', '/roadbook.pdf', '/gpx']) {
      const { status, body, headers } = await operator.get(operator.path(release, rest))
      expect([status, body.code, headers.get('retry-after')], rest).toEqual([404, 'artifact-not-ready', '30'])
    }
  })
})
