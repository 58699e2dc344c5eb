import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fault, type ImportConfiguration, operations, type ReleaseRequest } from '@guidebook/contracts'
import {
  createApp,
  createInternalClient,
  createLogger,
  type Database,
  httpServer,
  type InternalClient,
  meter,
  openDatabase,
  type Route,
  type RunningService,
  readSettings,
  route,
  type StatedIdentity,
  systemClock,
} from '@guidebook/service-kit'
import {
  type TestBus,
  testBus,
  testDatabase,
  testKeys,
  testRetrySchedule,
  testVirtualHost,
} from '@guidebook/service-kit/test'
import { ImapFlow } from 'imapflow'
import { spec } from '../src/config.ts'
import { migrations } from '../src/schema.ts'
import { startService } from '../src/service.ts'

export const authservId = 'mx.guidebook.test'
export const hotelId = '01890a5d-ac96-774b-bcce-b302099a8057'

export interface Fixture {
  account: string
  bus: TestBus
  gateway: InternalClient
  database: Database
  /** A client signed in to the import mailbox. */
  imap: ImapFlow
  /** What releases was asked to create. */
  commands: { id: string; data: { commandId: string; request: ReleaseRequest } }[]
  configure(changes?: Partial<ImportConfiguration>): Promise<void>
  startReplica(): Promise<RunningService>
  [Symbol.asyncDispose](): Promise<void>
}

const sender = (account: string) => `bookings@${account}.example`

/** The importer with a mailbox of its own; geodata and releases answer by the contract. */
export const startFixture = async (): Promise<Fixture> => {
  const keys = testKeys()
  const log = createLogger({ service: 'importer', level: 'silent' })
  const [database, amqp] = await Promise.all([testDatabase('importer', migrations), testVirtualHost()])
  const account = randomUUID()
  const play = async (service: 'geodata' | 'releases' | 'gateway', routes: Route[]) => {
    const app = createApp({
      service,
      routes,
      verifier: keys.verifier(service),
      checks: [],
      log,
      metrics: meter(service),
      maxBodyBytes: 1e7,
      publicUrl: 'http://localhost',
    })
    const http = httpServer(app, { host: '127.0.0.1', port: 0, drainMs: 100 })
    await http.start?.()
    return http
  }
  const players = await Promise.all([
    play('geodata', [
      route(operations.resolveReferences, async ({ body }) => ({
        status: 200,
        body: {
          results: body.references.map(({ link, customId }) =>
            link === hotelId || customId === 'H-1'
              ? { id: hotelId, kind: 'poi' as const, version: 1, names: {}, customId: 'H-1', library: 'HOTELS' }
              : null,
          ),
        },
      })),
    ]),
    play('releases', [
      route(operations.checkRelease, async ({ body }) => ({
        status: 200,
        body: {
          faults: [] as Fault[],
          existing: body.request.downloadCode === 99 ? { link: 'abcdefghijklmnopqrstu' } : null,
        },
      })),
    ]),
    play('gateway', [
      route(operations.readAccount, async ({ params }) => ({
        status: 200,
        body: { account: { ...anAccount, id: params.account_id } },
      })),
    ]),
  ])
  const [geodata, releases, gatewayPlayer] = players
  const imapUrl = new URL(process.env.TEST_IMAP_URL ?? '')
  imapUrl.username = `import-${randomUUID().slice(0, 8)}`
  const folder = mkdtempSync(join(tmpdir(), 'importer-'))
  const settings = readSettings(spec, {
    HTTP_PORT: '0',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: database.url,
    AMQP_URL: amqp,
    OBJECT_STORE_URL: `file://${folder}`,
    GATEWAY_URL: gatewayPlayer?.url,
    GEODATA_URL: geodata?.url,
    RELEASES_URL: releases?.url,
    BUILDER_URL: 'http://localhost',
    WEBHOOKS_URL: 'http://localhost',
    IMPORTER_URL: 'http://localhost',
    INTERNAL_PRIVATE_KEY: JSON.stringify(keys.privateKeys.importer),
    INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
    SMTP_URL: 'smtp://127.0.0.1:9',
    IMAP_URL: imapUrl.href,
    IMPORT_AUTHSERV_ID: authservId,
    IMPORT_POLL: '200ms',
  })
  const start = () => startService(settings, { log, retrySchedule: testRetrySchedule, clock: systemClock })
  const services = [await start()]
  const bus = await testBus(amqp)
  const commands = await bus.hear('releases', 'release.create-requested.v1')
  const gateway = createInternalClient({
    service: 'gateway',
    target: 'importer',
    baseUrl: services[0]?.url ?? '',
    issuer: keys.issuer('gateway'),
    log,
  })
  const imap = new ImapFlow({
    host: imapUrl.hostname,
    port: Number(imapUrl.port),
    secure: false,
    auth: { user: imapUrl.username, pass: decodeURIComponent(imapUrl.password) },
    logger: false,
  })
  await imap.connect()
  const observer = openDatabase({ url: database.url, schema: 'importer', service: 'test', poolMax: 2 })
  return {
    account,
    bus,
    gateway,
    imap,
    commands,
    database: observer,
    async configure(changes = {}) {
      const body = { ...configuration, senders: [sender(account)], ...changes }
      await gateway.call(operations.setImport, { params: { account_id: account }, body })
    },
    async startReplica() {
      const replica = await start()
      services.push(replica)
      return replica
    },
    async [Symbol.asyncDispose]() {
      await imap.logout()
      await gateway.stop()
      await bus[Symbol.asyncDispose]()
      await Promise.all(services.map((service) => service.stop()))
      await Promise.all(players.map((player) => player.stop?.()))
      await observer.component.stop?.()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

const configuration: Omit<ImportConfiguration, 'senders'> = {
  columns: {
    downloadCode: 'Booking',
    guidebookId: 'Tour',
    language: 'Language',
    arrivalDate: 'Arrival',
    departureDate: 'Departure',
    devices: 'Persons',
  },
  hotelColumns: [{ header: 'Hotel', library: 'HOTELS' }],
  period: { daysBeforeArrival: 14, daysAfterDeparture: 30 },
  onExistingCode: 'report',
}

export const partner = (account: string): StatedIdentity => ({
  scope: 'partner',
  account,
  oid: 'OPR',
  test: false,
  actor: 'gbk_live_abc',
})

const anAccount = {
  version: 1,
  oid: 'OPR',
  name: 'Alpine Walks',
  email: 'office@operator.example',
  type: 'operator' as const,
  defaultLang: 'de',
  timeZone: 'UTC',
  test: false,
  primaryColor: '#112233',
  secondaryColor: '#445566',
  logo: null,
  iosUrl: null,
  androidUrl: null,
  connections: [],
}

export interface MailParts {
  account: string
  csv?: string
  subject?: string
  messageId?: string
  authentication?: string
  fileName?: string
  from?: string
  headers?: string[]
}

/** A mail as the receiving server leaves it in the mailbox. */
export const aMail = ({ account, csv, ...parts }: MailParts): string =>
  [
    `Authentication-Results: ${parts.authentication ?? `${authservId}; dmarc=pass header.from=operator.example`}`,
    ...(parts.headers ?? []),
    `From: Bookings <${parts.from ?? sender(account)}>`,
    'To: import@guidebook.test',
    `Subject: ${parts.subject ?? 'Tonight'}`,
    `Message-ID: <${parts.messageId ?? randomUUID()}@operator.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'The list.',
    ...(csv === undefined
      ? []
      : [
          '--b',
          `Content-Type: text/csv; name="${parts.fileName ?? 'list.csv'}"`,
          'Content-Transfer-Encoding: base64',
          `Content-Disposition: attachment; filename="${parts.fileName ?? 'list.csv'}"`,
          '',
          Buffer.from(csv).toString('base64'),
        ]),
    '--b--',
    '',
  ].join('\r\n')
