import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, type Database, type ObjectStore, readSettings, systemClock } from '@guidebook/service-kit'
import { bareEnvironment, eventually, type TestBus, testRetrySchedule } from '@guidebook/service-kit/test'
import type { ImapFlow } from 'imapflow'
import manifest from '../package.json' with { type: 'json' }
import { spec } from '../src/config.ts'
import { type Folder, folders } from '../src/mailbox/folders.ts'
import { startService } from '../src/service.ts'
import type { DnsResolver } from '../src/trust/verify-signatures.ts'
import { aMail, senderOf } from './a-mail.ts'
import { configurationOf, importerSurroundings } from './importer-surroundings.ts'
import { booking, listOf } from './list.ts'
import { type TrapProxy, trapProxy } from './trap-proxy.ts'

/** What the server is made to lack: it says nothing of these in its capabilities. */
export type Lacking = readonly ('MOVE' | 'UIDPLUS' | 'IDLE')[]

export interface Replica {
  healthUrl: string
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
  account: string
  database: Database
  objects: ObjectStore
  /** The other services' end of the broker. */
  bus: TestBus
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
  /** The folders in which each mail is, by its Message-ID; one that is there twice is listed twice. */
  places(): Promise<Map<string, string[]>>
  /** The folder with the mailbox's mails; the server keeps what it knows of them there too. */
  maildir: string
  /** A mail with a list of these bookings, of one unless said: for each a command is sent, which nobody answers by itself. */
  bookings(messageId: string, lines?: readonly string[]): string
  /** Waits until each of the mails is in its folder and in no other, and was handled once. */
  filed(sent: ReadonlyMap<string, Folder>): Promise<void>
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
  const surroundings = opened.use(await importerSurroundings({ clock }))
  const { account, bus, database, imap, imapUrl, log, objectStore } = surroundings
  const hidden = new RegExp(` (${lacking.join('|') || '-'})(?=[ \\]\\r])`, 'g')
  const imapProxy = surroundings.use(
    await trapProxy(imapUrl.href, {
      rewrite: (answer) => (answer.includes('CAPABILITY') ? answer.replace(hidden, '') : answer),
    }),
  )
  const databaseProxy = surroundings.use(await trapProxy(surroundings.settings.DATABASE_URL ?? ''))
  const settings = { ...surroundings.settings, DATABASE_URL: databaseProxy.url, IMAP_URL: imapProxy.url }
  await database.knex('import_configurations').insert({
    account,
    configuration: JSON.stringify(configurationOf(account)),
    updated_at: new Date(),
  })
  await database.knex('import_senders').insert({ address: senderOf(account), account })
  opened.move()

  const places = async () => {
    const found = new Map<string, string[]>()
    for (const folder of ['INBOX', ...folders]) {
      for (const id of await messageIds(imap, folder)) found.set(id, [...(found.get(id) ?? []), folder])
    }
    return found
  }
  return {
    mailbox: imapUrl.username,
    sender: senderOf(account),
    senderDomain: `${account}.example`,
    account,
    database,
    objects: objectStore,
    bus,
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
        env: { ...bareEnvironment(), ...settings },
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
    bookings: (messageId, lines = [booking()]) => aMail({ account, messageId, csv: listOf(...lines) }),
    places,
    async filed(sent) {
      const mails = database.knex('mails').whereIn('message_id', [...sent.keys()])
      const differing = (found: ReadonlyMap<string, string[]>) => {
        const others = [...sent].filter(([id, folder]) => found.get(id)?.join() !== folder)
        if (others.length === 0) return false
        return others
          .map(([id, folder]) => `${id} is in ${found.get(id) ?? 'no folder'}, not once in ${folder}`)
          .join('\n')
      }
      // The database is asked until it has them all, since listing the folders of a mailbox is expensive.
      await eventually(
        async () => {
          const rows = Map.groupBy(await mails.clone().select('message_id', 'filed_to'), (row) => row.message_id)
          const difference = differing(new Map([...rows].map(([id, of]) => [id, of.map((row) => row.filed_to)])))
          if (difference !== false) throw new Error(difference)
          return true
        },
        { everyMs: 50 },
      )
      const difference = differing(await places())
      if (difference !== false) throw new Error(difference)
    },
    rows: async () =>
      await database.knex('mails').orderBy('id').select('uid', 'state', 'reason', 'filed_to', 'same_as'),
    [Symbol.asyncDispose]: () => surroundings[Symbol.asyncDispose](),
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

/**
 * A mail that is moved to the folder without a response from releases: a test, one without a file, or one from an unknown sender. Each has
 * a different list, because a repeated list is refused.
 */
const mailFor = (folder: Folder, account: string, messageId: string): string => {
  const parts = { account, messageId }
  if (folder === 'Failed') return aMail(parts)
  const csv = listOf(booking())
  if (folder === 'Quarantine') return aMail({ ...parts, csv, from: 'unknown@elsewhere.example' })
  return aMail({ ...parts, csv, subject: 'TEST' })
}
