import { beforeEach, describe, expect } from 'vitest'
import { json } from './fake-service.ts'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})
beforeEach(() => {
  for (const fake of Object.values(fixture.fakes)) fake.answer((_, response) => json(response, 200, { queues: [] }))
})

const configuration = {
  senders: ['bookings@operator.example'],
  columns: {
    downloadCode: 'Booking',
    guidebookId: 'Tour',
    language: 'Language',
    arrivalDate: 'Arrival',
    departureDate: 'Departure',
    devices: 'Persons',
  },
  period: { daysBeforeArrival: 7, daysAfterDeparture: 7 },
  onExistingCode: 'report',
}

describe('support and imports', () => {
  test('configures an import and releases one from quarantine', async () => {
    const { id } = await fixture.account()
    fixture.fakes.importer.answer((_, response) => json(response, 200, configuration))
    const imported = await fixture.admin('PUT', `/admin/accounts/${id}/import`, { json: configuration })
    expect([imported.status, imported.body]).toEqual([200, configuration])

    fixture.fakes.importer.answer((_, response) => json(response, 409, { code: 'import-not-quarantined' }))
    const released = await fixture.admin('POST', '/admin/imports/run-1/release')
    expect([released.status, released.body.code]).toEqual([409, 'import-not-quarantined'])
  })

  test('reads how the import of an account is configured', async () => {
    const { id } = await fixture.account()
    fixture.fakes.importer.answer((_, response) => json(response, 200, configuration))
    expect((await fixture.admin('GET', `/admin/accounts/${id}/import`)).body).toEqual(configuration)
    expect(fixture.last('importer').identity).toMatchObject({ scope: 'support', account: id })
    fixture.fakes.importer.answer((_, response) => json(response, 404, { code: 'not-found' }))
    expect((await fixture.admin('GET', `/admin/accounts/${id}/import`)).status).toBe(404)
  })

  test('previews a file and guesses its configuration, byte for byte, on behalf of its account', async () => {
    const { id } = await fixture.account()
    const dialect = { encoding: 'windows-1252', delimiter: ';', quote: null, dateFormat: null }
    const preview = { dialect, rows: [], complete: true }
    const file = Buffer.from('Buchung;Gr\xf6\xdfe\r\n', 'latin1')
    const send = (path: string) =>
      fixture.admin('POST', `/admin/accounts/${id}/import/${path}`, {
        body: file,
        headers: { 'content-type': 'text/csv' },
      })
    fixture.fakes.importer.answer((_, response) => json(response, 200, preview))
    expect((await send('preview')).body).toEqual(preview)
    expect(fixture.fakes.importer.received.at(-1)).toMatchObject({
      url: `/admin/accounts/${id}/import/preview`,
      identity: { scope: 'support', account: id },
      body: file,
    })
    const guess = { dialect, columns: [], missing: [], notes: [], configuration: null }
    fixture.fakes.importer.answer((_, response) => json(response, 200, guess))
    expect((await send('guess?library=HOTELS')).body).toEqual(guess)
    expect(fixture.fakes.importer.received.at(-1)).toMatchObject({
      url: `/admin/accounts/${id}/import/guess?library=HOTELS`,
      body: file,
    })
    fixture.fakes.importer.answer((_, response) =>
      json(response, 422, { code: 'csv-unreadable', detail: 'The file is empty.', errors: [] }),
    )
    expect((await send('guess')).body).toMatchObject({ code: 'csv-unreadable', detail: 'The file is empty.' })
    const nowhere = await fixture.admin('POST', '/admin/accounts/nobody/import/preview', {
      body: file,
      headers: { 'content-type': 'text/csv' },
    })
    expect(nowhere.status).toBe(404)
  })

  test('downloads the mail of an import as the importer sends it', async () => {
    const raw = Buffer.from('Subject: Gr\xfc\xdfe\r\n\r\n', 'latin1')
    fixture.fakes.importer.answer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'message/rfc822', 'content-disposition': 'attachment; filename="run-1.eml"' })
        .end(raw),
    )
    const { status, headers } = await fixture.admin('GET', '/admin/imports/run-1/mail')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('message/rfc822')
    expect(headers.get('content-disposition')).toBe('attachment; filename="run-1.eml"')
    expect(fixture.fakes.importer.received.at(-1)?.url).toBe('/admin/imports/run-1/mail')
  })

  test('lists imports page by page and reads their rows', async () => {
    const page = { items: [], nextCursor: 'c1' }
    const link = '<?state=quarantined&cursor=c1>; rel="next"'
    fixture.fakes.importer.answer((_, response) => json(response, 200, page, { link }))
    const { body, headers } = await fixture.admin('GET', '/admin/imports?state=quarantined')
    expect(body).toEqual(page)
    expect(headers.get('link')).toBe(link)
    expect(fixture.fakes.importer.received.at(-1)).toMatchObject({
      url: '/admin/imports?state=quarantined',
      identity: { scope: 'support' },
    })
    await fixture.admin('GET', '/admin/imports/run-1?status=failed&limit=2')
    expect(fixture.fakes.importer.received.at(-1)?.url).toBe('/admin/imports/run-1?status=failed&limit=2')
  })
})
