import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type ImportRow, operations } from '@guidebook/contracts'
import { eventually, partnerIdentity, supportIdentity } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMail, type MailParts } from './a-mail.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { booking, listOf } from './list.ts'

const identity = supportIdentity()

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
  await fixture.configure()
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Sends a mail and answers it with the run that it led to. */
const send = async (parts: Omit<MailParts, 'account'>, state: string) => {
  const messageId = randomUUID()
  const raw = aMail({ account: fixture.account, ...parts, messageId })
  await fixture.imap.append('INBOX', raw)
  const run = await eventually(() =>
    fixture.database
      .knex('runs')
      .join('mails', 'mails.id', 'runs.mail')
      .where({ message_id: `<${messageId}@operator.example>`, 'runs.state': state })
      .first('runs.id'),
  )
  return { raw, run: run.id as string }
}

it('runs are found by state and account, including those without an account', async () => {
  const unknown = await send({ csv: listOf(booking({ code: 1 })), from: 'unknown@elsewhere.example' }, 'quarantined')
  const test = await send({ csv: listOf(booking({ code: 2 })), subject: 'TEST' }, 'completed')
  const found = async (query: { state?: 'quarantined' | 'completed'; account?: string }) => {
    const { body } = await fixture.gateway.call(operations.findImports, { query, identity })
    return body.items.map(({ id }) => id)
  }
  expect(await found({ state: 'quarantined' })).toEqual([unknown.run])
  expect(await found({ account: fixture.account })).toEqual([test.run])
  expect(await found({})).toEqual([test.run, unknown.run])
  expect(await found({ account: 'nobody' })).toEqual([])
  const first = await fixture.gateway.call(operations.findImports, { query: { limit: 1 }, identity })
  const query = { limit: 1, cursor: first.body.nextCursor ?? '' }
  const second = await fixture.gateway.call(operations.findImports, { query, identity })
  expect(second.body).toMatchObject({ items: [{ id: unknown.run, account: null }], nextCursor: null })
  const { headers } = await fixture.asSupport('GET')('/admin/imports?limit=1')
  expect(headers.get('link')).toBe(`<?limit=1&cursor=${first.body.nextCursor}>; rel="next"`)
})

it('the mail is downloaded as it was received, as a file that no browser displays, until it is removed', async () => {
  const { run, raw } = await send({ csv: listOf(booking({ code: 3 })), subject: 'TEST of the mail' }, 'completed')
  const read = async () =>
    text(await fixture.gateway.stream(operations.downloadImportMail, { params: { run }, identity }))
  expect(await read()).toBe(raw)
  const { headers } = await fixture.asSupport('GET')(`/admin/imports/${run}/mail`)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${run}.eml"`)
  await fixture.database.knex('mails').update({ raw_key: `importer/mails/${'0'.repeat(64)}.eml` })
  await expect(read()).rejects.toMatchObject({ code: 'import-mail-gone' })
  const params = { run: randomUUID() }
  await expect(fixture.gateway.stream(operations.downloadImportMail, { params, identity })).rejects.toMatchObject({
    code: 'not-found',
  })
})

it('an account reads its configuration as support has set it', async () => {
  const readAs = async (id: string) =>
    (await fixture.gateway.call(operations.readImportConfiguration, { identity: partnerIdentity({ id }) })).body
  const params = { account_id: fixture.account }
  const { body: configuration } = await fixture.gateway.call(operations.readAccountImport, { params, identity })
  expect(await readAs(fixture.account)).toEqual({ configuration })
  expect(await readAs(randomUUID())).toEqual({ configuration: null })
})

it('rows are listed page by page, and by status', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => booking({ code: index % 2 === 0 ? 1000 + index : 'x' }))
  const { run } = await send({ csv: listOf(...rows), subject: 'TEST of many' }, 'completed')
  const identity = partnerIdentity({ id: fixture.account })
  const read = async (status?: ImportRow['status']) => {
    const numbers: number[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 50, ...(status && { status }), ...(cursor && { cursor }) }
      const { body } = await fixture.gateway.call(operations.readImport, { params: { run }, query, identity })
      expect(body.rows.length).toBeLessThanOrEqual(50)
      numbers.push(...body.rows.map((one) => one.row))
      cursor = body.nextCursor ?? undefined
    } while (cursor !== undefined)
    return numbers
  }
  expect(await read()).toEqual(rows.map((_, index) => index + 1))
  expect(await read('failed')).toEqual(rows.flatMap((_, index) => (index % 2 === 1 ? [index + 1] : [])))
  expect(await read('pending')).toEqual([])
})

it('rows of a status that the run does not count are not looked for', async () => {
  const { run } = await send({ csv: listOf(booking({ code: 'x' })), subject: 'TEST of counts' }, 'completed')
  const identity = partnerIdentity({ id: fixture.account })
  const numbers = async (status: ImportRow['status']) => {
    const { body } = await fixture.gateway.call(operations.readImport, { params: { run }, query: { status }, identity })
    return body.rows.map(({ row }) => row)
  }
  expect(await numbers('failed')).toEqual([1])
  await fixture.database.knex('runs').where({ id: run }).update({ failed: 0 })
  expect(await numbers('failed')).toEqual([])
})

it('an account reads two pages of rows at once, others wait, and support does not wait for them', async () => {
  const { run } = await send({ csv: listOf(booking({ code: 6 })), subject: 'TEST of pages' }, 'completed')
  const { knex } = fixture.database
  const waiting = async () => {
    const { rows } = await knex.raw(
      `select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and query like 'select "row", "status"%'`,
    )
    return rows.length
  }
  const options = { params: { run }, query: {}, deadlineMs: 60_000 }
  const own = partnerIdentity({ id: fixture.account })
  const readOwn = () => fixture.gateway.call(operations.readImport, { ...options, identity: own })
  const reading: ReturnType<typeof readOwn>[] = []
  const locking = await knex.transaction()
  try {
    await locking.raw('lock table rows in access exclusive mode')
    reading.push(...Array.from({ length: 5 }, readOwn))
    await eventually(async () => (await waiting()) === 2)
    reading.push(fixture.gateway.call(operations.inspectImport, { ...options, identity }))
    await eventually(async () => (await waiting()) === 3)
  } finally {
    await locking.rollback()
  }
  expect((await Promise.all(reading)).map(({ body }) => body.rows.length)).toEqual([1, 1, 1, 1, 1, 1])
})

it('reasons that were stored as sentences are shown as they are', async () => {
  const { run } = await send({ csv: listOf(booking({ code: 4 })), subject: 'TEST of reasons' }, 'completed')
  const { knex } = fixture.database
  const errors = [{ column: 'Tour', code: 'required-field', message: 'The cell is empty.' }]
  await knex('runs').where({ id: run }).update({ explanation: null, reason: 'The archive is damaged.' })
  await knex('rows')
    .where({ run })
    .update({ errors: JSON.stringify(errors) })
  const identity = partnerIdentity({ id: fixture.account })
  const { body } = await fixture.gateway.call(operations.readImport, { params: { run }, query: {}, identity })
  expect([body.reason, body.rows.map((row) => row.errors)]).toEqual(['The archive is damaged.', [errors]])
})

it('reasons are in the language that a reader asks for, and in English without one', async () => {
  const csv = listOf(booking({ code: 5, arrival: 'soon' }))
  const { run } = await send({ csv, subject: 'TEST of languages' }, 'completed')
  const identity = partnerIdentity({ id: fixture.account })
  const messagesIn = async (language?: string) => {
    const options = { identity, ...(language !== undefined && { language }) }
    const read = await fixture.gateway.call(operations.readImport, { params: { run }, query: {}, ...options })
    const preview = await fixture.gateway.call(operations.previewImport, { body: Buffer.from(csv), ...options })
    const rows = await fixture.gateway.call(operations.diagnoseImports, { query: { code: 5 }, ...options })
    const [shown] = rows.body.rows.filter((row) => row.run === run)
    return [read.body.rows[0], preview.body.rows[0], shown].map((row) => row?.errors.map(({ message }) => message))
  }
  for (const [language, message] of [
    [undefined, 'This is not a date.'],
    ['*', 'This is not a date.'],
    ['ja, de;q=0.5', 'Das ist kein Datum.'],
  ] as const) {
    expect(await messagesIn(language)).toEqual(Array(3).fill([message]))
  }
})

it('a preview covers the first thousand rows and reports that there are more', async () => {
  const preview = async (rows: number) => {
    // A wrong row costs no request to releases.
    const wrong = Array.from({ length: rows - 1 }, () => booking({ arrival: 'soon' }))
    const body = Buffer.from(listOf(booking({ code: 1_001 }), ...wrong))
    const identity = partnerIdentity({ id: fixture.account })
    return (await fixture.gateway.call(operations.previewImport, { body, identity })).body
  }
  const [short, long] = [await preview(3), await preview(1_001)]
  expect([short.rows.length, short.complete]).toEqual([3, true])
  expect(short.dialect.dateFormat).toBe('YYYY-MM-DD')
  expect([long.rows.length, long.complete]).toEqual([1_000, false])
  expect(long.rows.map(({ status }) => status)).toEqual(['created', ...Array(999).fill('failed')])
})

it('a guess from a sample file contains the address of the account', async () => {
  const params = { account_id: fixture.account }
  const guess = (body: Buffer) => fixture.gateway.call(operations.guessAccountImport, { params, body, identity })
  const { body } = await guess(Buffer.from(listOf(booking({ code: 4711 }), booking({ code: 4712 }))))
  expect(body.configuration?.columns.downloadCode).toBe('Booking')
  expect(body.configuration?.senders).toEqual([expect.stringContaining('@')])
  await expect(guess(Buffer.from([0, 1, 2, 0]))).rejects.toMatchObject({ code: 'csv-unreadable' })
})

it('a mail of an unknown sender can be released when the sender is on a list', async () => {
  const from = 'new@elsewhere.example'
  const { run } = await send({ csv: listOf(booking({ code: 99_001 })), from }, 'quarantined')
  const release = () => fixture.gateway.call(operations.releaseImport, { params: { run }, identity })
  await expect(release()).rejects.toMatchObject({ code: 'import-not-configured' })
  await fixture.configure({ senders: [from] })
  expect((await release()).body.state).toBe('processing')
  await eventually(() => fixture.commands.some(({ data }) => data.request.downloadCode === 99_001))
})

it('a mail whose sender was taken off the list is released only when the sender is on it again', async () => {
  const from = 'removed@elsewhere.example'
  await fixture.configure({ senders: [from] })
  const authentication = 'mx.guidebook.test; dmarc=none'
  const { run } = await send({ csv: listOf(booking({ code: 99_002 })), from, authentication }, 'quarantined')
  await fixture.configure()
  const release = () => fixture.gateway.call(operations.releaseImport, { params: { run }, identity })
  await expect(release()).rejects.toMatchObject({ code: 'import-not-configured' })
  await fixture.configure({ senders: [from] })
  expect((await release()).body).toMatchObject({ account: fixture.account, state: 'processing' })
  await eventually(() => fixture.commands.some(({ data }) => data.request.downloadCode === 99_002))
})

it('a run is processing from its release on, while its mail waits for its turn', async () => {
  const { run } = await send({ csv: listOf(booking()), from: 'waiting@elsewhere.example' }, 'quarantined')
  const { knex } = fixture.database
  const mail = () => knex('mails').whereIn('id', knex('runs').where({ id: run }).select('mail'))
  const shown = async () => {
    const { body } = await fixture.gateway.call(operations.inspectImport, { params: { run }, query: {}, identity })
    return [body.state, body.reason]
  }
  const isListed = async (state: 'quarantined' | 'processing') => {
    const { body } = await fixture.gateway.call(operations.findImports, { query: { state }, identity })
    return body.items.some(({ id }) => id === run)
  }
  expect(await shown()).toEqual(['quarantined', expect.any(String)])
  expect([await isListed('quarantined'), await isListed('processing')]).toEqual([true, false])
  // The lease keeps the service from handling the mail.
  await mail().update({ state: 'stored', leased_until: '2100-01-01' })
  expect(await shown()).toEqual(['processing', null])
  expect([await isListed('quarantined'), await isListed('processing')]).toEqual([false, true])
  await mail().update({ state: 'quarantined', leased_until: null })
})

it('the release from quarantine ignores an Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'k-1' }
  const { status, body } = await fixture.asSupport('POST')(`/admin/imports/${randomUUID()}/release`, undefined, headers)
  expect([status, body.code]).toEqual([404, 'not-found'])
})

it('a mail that is no longer stored is not released and stays in quarantine', async () => {
  const { run } = await send({ csv: listOf(booking()), from: 'late@elsewhere.example' }, 'quarantined')
  const { knex } = fixture.database
  const mail = () => knex('mails').whereIn('id', knex('runs').where({ id: run }).select('mail'))
  await mail().update({ raw_key: `importer/mails/${'1'.repeat(64)}.eml` })
  const releasing = fixture.gateway.call(operations.releaseImport, { params: { run }, identity })
  await expect(releasing).rejects.toMatchObject({ code: 'import-mail-gone' })
  expect(await mail().first('state', 'released_by')).toEqual({ state: 'quarantined', released_by: null })
})
