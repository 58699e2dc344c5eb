import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, type ImportConfiguration, operations } from '@guidebook/contracts'
import {
  type Clock,
  type Database,
  type ObjectStore,
  type Route,
  readSettings,
  route,
  systemClock,
} from '@guidebook/service-kit'
import { eventually, testAccount, testRetrySchedule, testServer, testSurroundings } from '@guidebook/service-kit/test'
import { ImapFlow } from 'imapflow'
import manifest from '../package.json' with { type: 'json' }
import { spec } from '../src/config.ts'
import { type Folder, folders } from '../src/mailbox/folders.ts'
import { migrations } from '../src/schema.ts'
import { startService } from '../src/service.ts'
import type { DnsResolver } from '../src/trust/verify-signatures.ts'
import { aMail, authservId } from './fixture.ts'
import { type TrapProxy, trapProxy } from './trap-proxy.ts'

/** What the server is made to lack: it says nothing of these in its capabilities. */
export type Lacking = readonly ('MOVE' | 'UIDPLUS' | 'IDLE')[]

export interface Replica {
  url: string
  stop(): Promise<void>
}

export interface Spawned {
  pid: number
  kill(): void
  exited: Promise<unknown>
}

export interface FixtureOptions {
  lacking?: Lacking
  /** Of the importer and of those it asks. */
  clock?: Clock
}

export interface StartOptions {
  resolver?: DnsResolver
  /** Besides the usual ones; `undefined` takes one away. */
  settings?: Record<string, string | undefined>
}

export interface MailboxFixture {
  /** Name of the mailbox, before the `@` of its address. */
  mailbox: string
  /** The address that may send lists, and its domain. */
  sender: string
  senderDomain: string
  database: Database
  objects: ObjectStore
  /** A client of the mailbox's owner, past the proxy. */
  imap: ImapFlow
  /** Between the importer and the mail server. */
  imapProxy: TrapProxy
  /** Between the importer and its database. */
  databaseProxy: TrapProxy
  /** The importer in this process. */
  start(options?: StartOptions): Promise<Replica>
  /** The importer in a process of its own, which `kill` ends as a crash does. */
  spawn(): Promise<Spawned>
  /** Puts mails into the inbox, one for each folder that they will end in, so many times; answers their Message-IDs. */
  send(count: number, to?: readonly Folder[]): Promise<Map<string, Folder>>
  /** Message-IDs by the folder that they lie in; one that lies in two is there twice. */
  lie(): Promise<Map<string, string[]>>
  /** The folder with the mailbox's mails; the server keeps what it knows of them there too. */
  maildir: string
  /** A mail with a list of bookings, for which releases is asked and does not answer. */
  bookings(messageId: string): string
  /** Waits until each of the mails lies in its folder and in no other, and was handled once. */
  filed(sent: ReadonlyMap<string, Folder>, options?: { timeoutMs?: number }): Promise<void>
  /** Mail log of the rows, for looking. */
  rows(): Promise<
    { uid: number; state: string; reason: string | null; filed_to: string | null; same_as: string | null }[]
  >
  [Symbol.asyncDispose](): Promise<void>
}

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** As in operation. */
const { nodeOptions } = (manifest as { guidebook: { nodeOptions: string[] } }).guidebook

/** A mailbox of its own, and an importer that reaches it and its database through proxies. */
export const mailboxFixture = async ({
  lacking = [],
  clock = systemClock,
}: FixtureOptions = {}): Promise<MailboxFixture> => {
  await using opened = new AsyncDisposableStack()
  const surroundings = opened.use(await testSurroundings('importer', migrations, { clock }))
  const { database, log, objectStore } = surroundings
  const account = randomUUID()
  const imapUrl = new URL(testServer('TEST_IMAP_URL'))
  imapUrl.username = `box-${randomUUID().slice(0, 8)}`
  const hidden = new RegExp(` (${lacking.join('|') || '-'})(?=[ \\]\\r])`, 'g')
  const imapProxy = surroundings.use(
    await trapProxy(imapUrl.href, {
      rewrite: (answer) => (answer.includes('CAPABILITY') ? answer.replace(hidden, '') : answer),
    }),
  )
  const environment = surroundings.environment({
    releases: await surroundings.play('releases', releasesRoutes),
    gateway: await surroundings.play('gateway', gatewayRoutes),
  })
  const databaseProxy = surroundings.use(await trapProxy(environment.DATABASE_URL ?? ''))
  const settings = {
    ...environment,
    DATABASE_URL: databaseProxy.url,
    SMTP_URL: 'smtp://127.0.0.1:9',
    IMAP_URL: imapProxy.url,
    IMPORT_AUTHSERV_ID: authservId,
    IMPORT_POLL: '200ms',
  }
  const sender = `bookings@${account}.example`
  await database.knex('import_configurations').insert({
    account,
    configuration: JSON.stringify(configuration(account)),
    updated_at: new Date(),
  })
  await database.knex('import_senders').insert({ address: sender, account })
  const imap = new ImapFlow({
    host: imapUrl.hostname,
    port: Number(imapUrl.port),
    secure: false,
    auth: { user: imapUrl.username, pass: decodeURIComponent(imapUrl.password) },
    logger: false,
    disableAutoIdle: true,
  })
  await imap.connect()
  surroundings.use({ [Symbol.asyncDispose]: async () => imap.close() })
  const stack = opened.move()

  const lie = async () => {
    const found = new Map<string, string[]>()
    for (const folder of ['INBOX', ...folders]) {
      for (const id of await messageIds(imap, folder)) found.set(id, [...(found.get(id) ?? []), folder])
    }
    return found
  }
  return {
    mailbox: imapUrl.username,
    sender,
    senderDomain: `${account}.example`,
    database,
    objects: objectStore,
    imap,
    imapProxy,
    databaseProxy,
    start: async ({ settings: changes = {}, ...overrides } = {}) =>
      surroundings.use(
        await startService(readSettings(spec, { ...settings, ...changes }), {
          log,
          retrySchedule: testRetrySchedule,
          clock,
          ...overrides,
        }),
      ),
    async spawn() {
      const child = spawn(process.execPath, [...nodeOptions, program], {
        env: { PATH: process.env.PATH, ...settings },
        stdio: ['ignore', process.env.TEST_LOG_LEVEL === undefined ? 'ignore' : 'inherit', 'inherit'],
      })
      const exited = once(child, 'exit')
      const kill = () => void child.kill('SIGKILL')
      surroundings.use({
        [Symbol.asyncDispose]: async () => {
          kill()
          await exited
        },
      })
      return { pid: child.pid ?? 0, kill, exited }
    },
    async send(count, to = folders) {
      const sent = new Map<string, Folder>()
      for (const folder of Array.from({ length: count }, () => to).flat()) {
        const messageId = randomUUID()
        await imap.append('INBOX', mailFor(folder, account, messageId))
        sent.set(`<${messageId}@operator.example>`, folder)
      }
      return sent
    },
    maildir: join(process.env.TEST_MAILBOXES_DIR ?? '', imapUrl.username),
    bookings: (messageId) => aMail({ account, messageId, csv: list(messageId) }),
    lie,
    async filed(sent, options = {}) {
      const wanted = new Map([...sent].map(([id, folder]) => [id, [folder as string]]))
      await eventually(
        async () => {
          const found = await lie()
          const differing = [...wanted].filter(([id, [folder]]) => found.get(id)?.join() !== folder)
          if (differing.length === 0) return true
          throw new Error(
            differing.map(([id, folder]) => `${id} lies in ${found.get(id)}, not in ${folder}`).join('\n'),
          )
        },
        { timeoutMs: 15_000, ...options },
      )
      const { rows } = await database.knex.raw(
        `select message_id, count(*)::integer as count from mails where message_id = any(:ids) group by message_id`,
        { ids: [...sent.keys()] },
      )
      const once = new Map(rows.map((row: { message_id: string; count: number }) => [row.message_id, row.count]))
      const others = [...sent.keys()].filter((id) => once.get(id) !== 1)
      if (others.length > 0) throw new Error(`not handled exactly once: ${others.join(', ')}`)
    },
    rows: async () =>
      await database.knex('mails').orderBy('id').select('uid', 'state', 'reason', 'filed_to', 'same_as'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Of the mails in a folder; those that the server cannot read are left out, and so is a folder that it does not open. */
const messageIds = async (imap: ImapFlow, folder: string): Promise<string[]> => {
  try {
    const { exists } = await imap.mailboxOpen(folder, { readOnly: true })
    if (exists === 0) return []
    const readable = await imap.search({ header: { 'message-id': '' } })
    if (!readable || readable.length === 0) return []
    const found = await imap.fetchAll(readable, { envelope: true })
    return found.map(({ envelope }) => envelope?.messageId ?? '')
  } catch (error) {
    if ((error as { responseStatus?: string }).responseStatus === 'NO') return []
    throw error
  }
}

/** Each mail has a list of its own: the same one twice would be refused. */
const list = (messageId: string) =>
  `Booking;Tour;Language;Arrival;Departure;Persons;Note\r\n${++lastCode};GB-1;de;2027-07-10;2027-07-17;2;${messageId}`
let lastCode = 1000

/** A mail that ends in the folder without anything else being asked: a test, one without a file, one of a stranger. */
const mailFor = (folder: Folder, account: string, messageId: string): string => {
  const parts = { account, messageId }
  if (folder === 'Failed') return aMail(parts)
  const csv = list(messageId)
  if (folder === 'Quarantine') return aMail({ ...parts, csv, from: 'stranger@elsewhere.example' })
  return aMail({ ...parts, csv, subject: 'TEST' })
}

const releasesRoutes: Route[] = [
  route(operations.checkRelease, async () => ({ status: 200, body: { faults: [] as Fault[], existing: null } })),
]

const gatewayRoutes: Route[] = [
  route(operations.readAccount, async ({ params }) => ({
    status: 200,
    body: { account: testAccount({ id: params.account_id }) },
  })),
]

const configuration = (account: string): ImportConfiguration => ({
  senders: [`bookings@${account}.example`],
  columns: {
    downloadCode: 'Booking',
    guidebookId: 'Tour',
    language: 'Language',
    arrivalDate: 'Arrival',
    departureDate: 'Departure',
    devices: 'Persons',
  },
  hotelColumns: [],
  period: { daysBeforeArrival: 0, daysAfterDeparture: 0 },
  onExistingCode: 'report',
})
