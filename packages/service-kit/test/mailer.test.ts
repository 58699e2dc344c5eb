import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { createMailer, isAnyOurs, type Mail, queueMail } from '../src/mail/index.ts'
import { claimMail, deferMail, renewClaim } from '../src/mail/mail-queries.ts'
import { breakableProxy, eventually } from '../src/test/index.ts'
import { Stack, silent } from './fixture.ts'

const databases = new Stack()
let stack: Stack
let database: Database
let server: SMTPServer
let url: string
/** The received mails as text, and their return paths. */
const arrived: string[] = []
const returnPaths: string[] = []
/** The server's reply to a recipient, by address. */
const refusals = new Map<string, { code: number; times: number }>()
/** The server confirms a mail after this. */
let checked: Promise<void> = Promise.resolve()

beforeAll(async () => {
  database = await databases.database('releases')
  server = new SMTPServer({
    authOptional: true,
    // It takes longer than the silence that a test allows.
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refusals.get(address)
      if (!refusal || refusal.times-- <= 0) return done()
      return done(Object.assign(new Error('refused'), { responseCode: refusal.code }))
    },
    onData: (stream, { envelope }, done) => {
      returnPaths.push(envelope.mailFrom ? envelope.mailFrom.address : '')
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        arrived.push(Buffer.concat(chunks).toString())
        checked.then(() => done())
      })
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`
})
beforeEach(async () => {
  stack = new Stack()
  arrived.length = 0
  returnPaths.length = 0
  refusals.clear()
  checked = Promise.resolve()
  await database.knex('outgoing_mails').delete()
})
afterEach(() => stack[Symbol.asyncDispose]())
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve))
  await databases[Symbol.asyncDispose]()
})

const mailer = (options: Partial<Parameters<typeof createMailer>[0]> = {}) =>
  createMailer({
    database,
    smtpUrl: url,
    from: 'Guidebook <service@guidebook.example>',
    log: silent,
    pollMs: 10,
    retrySchedule: [10, 10],
    unavailablePauseMs: 10,
    ...options,
  })
const queue = (mail: Partial<Mail> = {}, options: { urgent?: boolean; account?: string } = {}) =>
  database.transaction((trx) =>
    queueMail(
      trx,
      { to: 'partner@example.com', subject: 'Your import', text: 'Three rows.', ...mail },
      { about: null, kind: null, ...options },
    ),
  )
const row = (id: string) => database.knex('outgoing_mails').where({ id }).first()

test('mails of one account are sent at intervals while others of it wait, and do not delay those of another', async () => {
  const ids: string[] = []
  for (const account of ['busy', 'busy', 'busy', 'calm']) ids.push(await queue({}, { account }))
  const [first, second, third, other] = await Promise.all(ids.map(row))
  expect(second.next_attempt_at - first.next_attempt_at).toBeGreaterThanOrEqual(250)
  expect(third.next_attempt_at - second.next_attempt_at).toBeGreaterThanOrEqual(250)
  for (const { created_at, next_attempt_at } of [first, other]) expect(next_attempt_at).toEqual(created_at)
  await stack.start(mailer())
  await eventually(() => arrived.length === 4)
})

test('a mail arrives once and complete, and its content is then deleted', async () => {
  const id = await queue({
    subject: 'Ihr Import – fertig',
    html: '<p>Three rows.</p>',
    inReplyTo: '<their@id>',
    references: ['<older@id>', '<their@id>'],
    autoSubmitted: 'auto-replied',
    attachments: [{ filename: 'failed.csv', contentType: 'text/csv', content: 'a;b\r\n1;2\r\n' }],
  })
  await stack.start(mailer())
  await eventually(async () => (await row(id)).state === 'sent')
  const [mail = ''] = arrived
  expect(arrived).toHaveLength(1)
  for (const header of [
    'From: Guidebook <service@guidebook.example>',
    'To: partner@example.com',
    `Message-ID: <${id}@guidebook.example>`,
    'In-Reply-To: <their@id>',
    'References: <older@id> <their@id>',
    'Auto-Submitted: auto-replied',
    'X-Auto-Response-Suppress: All',
    'filename=failed.csv',
  ]) {
    expect(mail).toContain(header)
  }
  expect(mail).toContain(Buffer.from('a;b\r\n1;2\r\n').toString('base64'))
  // Replies have an empty return path, so that bounces are not sent.
  expect(returnPaths).toEqual([''])
  expect(Object.keys((await row(id)).content).toSorted()).toEqual([
    'autoSubmitted',
    'inReplyTo',
    'references',
    'subject',
    'to',
  ])
})

test('a mail that is not a reply has a return path', async () => {
  const id = await queue({ autoSubmitted: 'auto-generated' })
  await stack.start(mailer())
  await eventually(async () => (await row(id)).state === 'sent')
  expect(returnPaths).toEqual(['service@guidebook.example'])
})

test('the service recognises its own mail by the Message-ID', async () => {
  const id = await queue()
  const others = ['<their@id>', '', 'no id', `<${'-'.repeat(36)}@guidebook.example>`]
  expect(await isAnyOurs(database.knex, others)).toBe(false)
  expect(await isAnyOurs(database.knex, [])).toBe(false)
  expect(await isAnyOurs(database.knex, [...others, `<${id}@guidebook.example>`])).toBe(true)
})

test('a mail of a transaction that was rolled back is not sent', async () => {
  const failing = database.transaction(async (trx) => {
    await queueMail(trx, { to: 'partner@example.com', subject: 's', text: 't' })
    throw new Error('after all')
  })
  await expect(failing).rejects.toThrow('after all')
  expect(await database.knex('outgoing_mails')).toEqual([])
})

test('two mailers send each mail once', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => queue()))
  await stack.start(mailer(), mailer())
  await eventually(async () => (await database.knex('outgoing_mails').where({ state: 'sent' })).length === 20)
  expect(arrived).toHaveLength(20)
  expect(ids.every((id) => arrived.some((mail) => mail.includes(id)))).toBe(true)
})

test('an urgent mail is sent before those that have waited longer, also after it was deferred', async () => {
  for (let count = 0; count < 3; count++) await queue()
  const id = await queue({ subject: 'Your code' }, { urgent: true })
  await database.knex('outgoing_mails').where({ id }).update({ next_attempt_at: new Date() })
  const claim = (urgentOnly: boolean) => claimMail(database.knex, { leaseMs: 1_000, urgentOnly })
  expect((await claim(false))?.id).toBe(id)
  expect(await claim(true)).toBeUndefined()
  expect(await claim(false)).toBeDefined()
})

test('a mail to an unknown recipient fails immediately with its error recorded, and does not delay others', async () => {
  refusals.set('nobody@example.com', { code: 550, times: 99 })
  const bad = await queue({ to: 'nobody@example.com' })
  const good = await queue()
  await stack.start(mailer())
  await eventually(async () => (await row(good)).state === 'sent')
  expect(await row(bad)).toMatchObject({ state: 'failed', attempts: 1, last_error: expect.stringContaining('refused') })
})

test('a mail to an invalid address fails', async () => {
  const bad = await queue({ to: 'not an address' })
  await stack.start(mailer())
  await eventually(async () => (await row(bad)).state === 'failed')
})

test('a mail with a temporary refusal is retried with the same Message-ID', async () => {
  refusals.set('partner@example.com', { code: 451, times: 2 })
  const id = await queue()
  await stack.start(mailer())
  await eventually(async () => (await row(id)).state === 'sent')
  expect((await row(id)).attempts).toBe(3)
  expect(arrived[0]).toContain(`Message-ID: <${id}@guidebook.example>`)
})

test('a mail with repeated temporary refusals finally fails', async () => {
  refusals.set('partner@example.com', { code: 451, times: 99 })
  const id = await queue()
  await stack.start(mailer())
  await eventually(async () => (await row(id)).state === 'failed')
  expect((await row(id)).attempts).toBe(3)
})

test('while the mail server is unavailable no attempt is counted, and all mails are sent afterwards', async () => {
  const proxy = stack.use(await breakableProxy(url))
  proxy.down()
  const id = await queue()
  await stack.start(mailer({ smtpUrl: proxy.url }))
  await eventually(async () => (await row(id)).last_error !== null)
  expect(await row(id)).toMatchObject({ state: 'waiting', attempts: 0 })
  proxy.up()
  await eventually(async () => (await row(id)).state === 'sent')
})

test('a mail that the server does not confirm in time is sent again, as often as a refused one', async () => {
  checked = new Promise(() => undefined)
  const id = await queue()
  await stack.start(mailer({ silenceMs: 200 }))
  await eventually(async () => (await row(id)).state === 'failed')
  expect((await row(id)).attempts).toBe(3)
})

test('an attempt whose connection ends before the server has confirmed the mail counts', async () => {
  const proxy = stack.use(await breakableProxy(url))
  checked = new Promise(() => undefined)
  const id = await queue()
  await stack.start(mailer({ smtpUrl: proxy.url }))
  await eventually(async () => arrived.length === 1)
  checked = Promise.resolve()
  proxy.cut()
  await eventually(async () => (await row(id)).state === 'sent')
  expect((await row(id)).attempts).toBe(2)
})

test('no other mailer claims a mail while the server checks it', async () => {
  const { promise, resolve: confirm } = Promise.withResolvers<void>()
  checked = promise
  const id = await queue()
  await stack.start(mailer({ leaseMs: 1_000 }))
  await eventually(async () => arrived.length === 1)
  const claimedUntil = (await row(id)).next_attempt_at
  await eventually(async () => (await row(id)).next_attempt_at > claimedUntil)
  confirm()
  await eventually(async () => (await row(id)).state === 'sent')
  expect(arrived).toHaveLength(1)
})

test('an urgent mail does not wait while the server checks another one', async () => {
  const { promise, resolve: confirm } = Promise.withResolvers<void>()
  checked = promise
  const ids = [await queue()]
  await stack.start(mailer())
  await eventually(async () => arrived.length === 1)
  ids.push(await queue({ subject: 'Your code' }, { urgent: true }))
  await eventually(async () => arrived.length === 2)
  confirm()
  for (const id of ids) await eventually(async () => (await row(id)).state === 'sent')
  expect(arrived).toHaveLength(2)
})

test('a renewal that comes late does not change when a deferred mail is due', async () => {
  const id = await queue()
  const { knex } = database
  const claimed = await claimMail(knex, { leaseMs: 1_000, urgentOnly: false })
  await deferMail(knex, id, 60_000, 'refused', true)
  const { next_attempt_at: due } = await row(id)
  expect(await renewClaim(knex, id, claimed?.claim ?? '', 1_000)).toBeUndefined()
  expect((await row(id)).next_attempt_at).toEqual(due)
})

test('a mail is sent again when its mailer died while sending', async () => {
  const id = await queue()
  // Claimed by a mailer that dies: its lease expires immediately.
  expect(await claimMail(database.knex, { leaseMs: 1, urgentOnly: false })).toMatchObject({ id })
  await stack.start(mailer())
  await eventually(async () => (await row(id)).state === 'sent')
})

test('attachments over 10 MB are refused when the mail is queued', async () => {
  const attachments = [{ filename: 'x', contentType: 'text/csv', content: Buffer.alloc(10_000_001) }]
  await expect(queue({ attachments })).rejects.toMatchObject({ code: 'payload-too-large' })
})
