import type { AttachedDocument, ReleaseRecord } from '@guidebook/contracts'
import { sweepOrphans } from '@guidebook/service-kit'
import { copyRows, eventually } from '@guidebook/service-kit/test'
import { chromiumPath } from '@guidebook/service-kit/test/browser'
import { describe, expect } from 'vitest'
import { documentPrefix, findUnusedDocuments } from '../src/documents/queries.ts'
import { type Fixture, it } from './fixture.ts'
import type { Partner } from './partner.ts'
import { aPdf } from './pdf-files.ts'
import { publishedRelease } from './published.ts'
import { travellerFront } from './traveller-front.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
})
it.beforeEach(() => fixture.clock.set('2026-07-14T10:00:00Z'))

const noPdf = Buffer.from('<html>'.repeat(500)).toString('base64')
const ticket = { title: 'Rail ticket', pdfBase64: aPdf().toString('base64') }
const attach = (partner: Partner, release: ReleaseRecord, fields: Record<string, unknown> = {}) =>
  partner.post(partner.path(release, '/documents'), { ...ticket, ...fields })
const attached = async (...sent: Parameters<typeof attach>): Promise<AttachedDocument> => {
  const { status, body, text } = await attach(...sent)
  expect(status, text).toBe(201)
  return body
}
const addressOf = ({ link }: ReleaseRecord, { id }: AttachedDocument) => `/t/${link}/documents/${id}.pdf`
const open = (release: ReleaseRecord, document: AttachedDocument) => fixture.visit(addressOf(release, document))
const entries = async (partner: Partner, release: ReleaseRecord) =>
  (await partner.get(partner.path(release, '/audit'))).body.items

describe('a document', () => {
  it('is attached, listed and removed, and the log names it', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const document = await attached(operator, release, { traveller: 'Anna', from: '2026-07-14', until: '2026-07-15' })
    expect(document).toMatchObject({
      title: 'Rail ticket',
      traveller: 'Anna',
      from: '2026-07-14',
      until: '2026-07-15',
      bytes: aPdf().length,
      encrypted: false,
      createdAt: '2026-07-14T10:00:00.000Z',
    })
    const second = await attached(operator, release, { title: 'Voucher' })
    expect(second).toMatchObject({ traveller: null, from: null, until: null })
    const list = async () => (await operator.get(operator.path(release, '/documents'))).body
    expect(await list()).toEqual({ items: [document, second], nextCursor: null })
    const { body: page } = await operator.get(operator.path(release, '/documents?limit=1'))
    expect(page.items).toEqual([document])

    const remove = () => operator.delete(operator.path(release, `/documents/${document.id}`))
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await list()).items).toEqual([second])
    expect((await open(release, document)).status).toBe(404)
    const [removed, , added] = await entries(operator, release)
    expect(added).toMatchObject({ action: 'document.attached', after: { title: 'Rail ticket', traveller: 'Anna' } })
    expect(removed).toMatchObject({ action: 'document.removed', before: { id: document.id, title: 'Rail ticket' } })
  })

  it('is attached once by repeats of one request', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const send = () => operator.post(operator.path(release, '/documents'), ticket, { 'idempotency-key': 'ticket' })
    const [first, again] = [await send(), await send()]
    expect(again.body).toEqual(first.body)
    expect((await operator.get(operator.path(release, '/documents'))).body.items).toHaveLength(1)
  })

  it('that was attached is returned to a repeat also after the release was revoked', async () => {
    fixture.clock.set('2026-06-01T10:00:00Z')
    const operator = fixture.newPartner()
    const release = await operator.release()
    const send = () => operator.post(operator.path(release, '/documents'), ticket, { 'idempotency-key': 'ticket' })
    const first = await send()
    expect((await operator.delete(operator.path(release))).status).toBe(204)
    const again = await send()
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true'])
  })

  it('is the bytes that were sent, shown by the browser without running anything in them', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const document = await attached(operator, release, { title: 'Café: Bern/Basel "2nd class"' })
    const { status, headers, text } = await open(release, document)
    expect([status, headers.get('content-type'), text]).toEqual([200, 'application/pdf', aPdf().toString()])
    // With `sandbox`, Chromium's viewer would show an empty window.
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="Cafe: Bern Basel _2nd class_.pdf"/)
    expect(headers.get('cache-control')).toContain('private')
  })

  it('is there on its days only, in the time zone of the account', async () => {
    const operator = fixture.newPartner({ timeZone: 'Pacific/Auckland' })
    const release = await operator.release()
    const [one, always] = [
      await attached(operator, release, { from: '2026-07-15', until: '2026-07-16' }),
      await attached(operator, release),
    ]
    const statuses = async () => [(await open(release, one)).status, (await open(release, always)).status]
    // Midnight in Auckland is at 12:00 UTC.
    for (const [now, expected] of [
      ['2026-06-30T11:59:59Z', [403, 403]],
      ['2026-06-30T12:00:00Z', [404, 200]],
      ['2026-07-14T11:59:59Z', [404, 200]],
      ['2026-07-14T12:00:00Z', [200, 200]],
      ['2026-07-16T11:59:59Z', [200, 200]],
      ['2026-07-16T12:00:00Z', [404, 200]],
      ['2026-08-31T12:00:00Z', [410, 410]],
    ] as const) {
      fixture.clock.set(now)
      expect(await statuses(), now).toEqual(expected)
    }
  })

  it('is not there while the release is disabled, is deleted with a revoked one, and is of one release only', async () => {
    const operator = fixture.newPartner()
    const [release, other] = [await operator.release(), await operator.release()]
    const document = await attached(operator, release)
    expect((await open(other, document)).status).toBe(404)
    await operator.patch(operator.path(release, '/disabled/1'))
    expect((await open(release, document)).status).toBe(410)

    fixture.clock.set('2026-06-01T10:00:00Z')
    const later = await operator.release({ startdate: '2026-07-01' })
    const withdrawn = await attached(operator, later)
    await operator.delete(operator.path(later))
    fixture.clock.set('2026-07-14T10:00:00Z')
    expect((await open(later, withdrawn)).status).toBe(410)
    expect(await fixture.database.knex('documents').where({ id: withdrawn.id })).toEqual([])
  })

  it('that is no PDF file, too large, or for days in the wrong order is refused with all faults', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const { status, body } = await attach(operator, release, {
      from: '2026-07-16',
      until: '2026-07-15',
      pdfBase64: noPdf,
    })
    expect(status).toBe(422)
    expect(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/until', 'period-reversed'],
      ['/pdfBase64', 'document-not-supported'],
    ])
    const large = Buffer.concat([Buffer.alloc(10 * 1024 * 1024), aPdf()]).toString('base64')
    expect((await attach(operator, release, { pdfBase64: large })).body.code).toBe('document-too-large')
    expect(await Array.fromAsync(fixture.objectStore.list(`${documentPrefix}${operator.account.id}/`))).toEqual([])
  })

  it('of a locked release, or the fifty-first of a release, is refused', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    await attached(operator, release)
    await copyRows(fixture.database, 'documents', { release_id: release.id }, 49, { id: 'gen_random_uuid()' })
    const refused = await attach(operator, release)
    expect([refused.status, refused.body.code]).toEqual([409, 'too-many-documents'])
    await operator.patch(operator.path(release, '/locked/1'))
    for (const pdfBase64 of [ticket.pdfBase64, noPdf]) {
      const { status, body } = await attach(operator, release, { pdfBase64 })
      expect([status, body.code]).toEqual([409, 'release-locked'])
    }
    const { body } = await operator.get(operator.path(release, '/documents?limit=1'))
    expect((await operator.delete(operator.path(release, `/documents/${body.items[0].id}`))).status).toBe(409)
  })

  it('is attached only if If-Match has the ETag of the release, and removed only if it has that of the document', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const current = async () => (await operator.get(operator.path(release))).headers.get('etag') ?? ''
    const attachIf = (etag: string) => operator.post(operator.path(release, '/documents'), ticket, { 'if-match': etag })
    const etag = await current()
    const refused = await attachIf('"x"')
    expect([refused.status, refused.body.code]).toEqual([412, 'precondition-failed'])
    expect(await current()).toBe(etag)
    const { status, body, headers } = await attachIf(etag)
    expect(status).toBe(201)
    expect((await attachIf(etag)).status).toBe(412)

    const remove = (tag: string) =>
      operator.delete(operator.path(release, `/documents/${body.id}`), undefined, { 'if-match': tag })
    expect((await remove('"x"')).body.code).toBe('precondition-failed')
    expect((await operator.get(operator.path(release, '/documents'))).body.items).toEqual([body])
    expect((await remove(headers.get('etag') ?? '')).status).toBe(204)
  })

  it('is not for the seller and for other accounts', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const release = await operator.release({ resellerOid: seller.account.oid })
    const document = await attached(operator, release)
    for (const other of [seller, fixture.newPartner()]) {
      expect((await attach(other, release)).status).toBe(404)
      expect((await other.get(other.path(release, '/documents'))).status).toBe(404)
      expect((await other.delete(other.path(release, `/documents/${document.id}`))).status).toBe(404)
    }
  })

  it('is removed from the object store a day after the last release that has it', async () => {
    const operator = fixture.newPartner()
    const [one, two] = [await operator.release(), await operator.release()]
    const [first, second] = [await attached(operator, one), await attached(operator, two)]
    const sweep = () =>
      sweepOrphans({
        objectStore: fixture.objectStore,
        clock: { now: () => new Date(Date.now() + 25 * 3_600_000) },
        prefix: `${documentPrefix}${operator.account.id}/`,
        findUnused: (account, keys) => findUnusedDocuments(fixture.database.knex, account, keys),
      })
    await operator.delete(operator.path(one, `/documents/${first.id}`))
    expect(await sweep()).toBe(0)
    await operator.delete(operator.path(two, `/documents/${second.id}`))
    expect(await sweep()).toBe(1)
  })
})

describe('the page', () => {
  it('lists the documents of the day by traveller, at once after a change', async () => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    const page = async () => (await fixture.visit(`/t/${release.link}`)).text
    const headings = async () => [...(await page()).matchAll(/<h[23][^>]*>([^<]*)<\/h[23]>/g)].map(([, text]) => text)
    expect(await headings()).not.toContain('Documents')
    await attached(operator, release, { title: 'Ticket of <Zoë>', traveller: 'Zoë' })
    await attached(operator, release, { title: 'Insurance', traveller: 'Anna' })
    await attached(operator, release, { title: 'Tomorrow', traveller: 'Later', from: '2026-07-15' })
    const voucher = await attached(operator, release, { title: 'Voucher' })
    const from = (list: (string | undefined)[]) => list.slice(list.indexOf('Documents'), list.indexOf('Documents') + 3)
    expect(from(await headings())).toEqual(['Documents', 'Anna', 'Zoë'])
    const html = await page()
    expect(html).toContain('Ticket of &lt;Zoë&gt;')
    expect(html).toContain(`href="${addressOf(release, voucher)}"`)
    expect(html.indexOf('Voucher')).toBeLessThan(html.indexOf('Insurance'))
    expect(html).not.toContain('Tomorrow')
    await operator.delete(operator.path(release, `/documents/${voucher.id}`))
    expect(await page()).not.toContain('Voucher')
    fixture.clock.set('2026-07-15T10:00:00Z')
    expect(await page()).toContain('Tomorrow')
    expect((await operator.get(operator.path(release, '/page'))).text).not.toContain('Tomorrow')
  })

  it.skipIf(chromiumPath === undefined)('keeps documents for days without a network', async ({ browser }) => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    const document = await attached(operator, release, { traveller: 'Anna' })
    await using front = await travellerFront(fixture)
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      await page.goto(`${front.url}/t/${release.link}`)
      await page.locator('#offline').filter({ hasText: 'complete' }).waitFor({ timeout: 60_000 })
      front.down()
      await page.reload()
      await page.getByRole('link', { name: 'Rail ticket' }).waitFor()
      const kept = await page.evaluate(async (address) => (await fetch(address)).text(), addressOf(release, document))
      expect(kept).toBe(aPdf().toString())

      // What is removed is deleted from the device on the next visit.
      front.up()
      await operator.delete(operator.path(release, `/documents/${document.id}`))
      await eventually(
        async () => (await page.evaluate(async (at) => (await fetch(at)).status, addressOf(release, document))) === 404,
      )
      front.down()
      await expect(
        page.evaluate(async (at) => (await fetch(at)).status, addressOf(release, document)),
      ).rejects.toThrow()
    } finally {
      await context.close()
    }
  })
})
