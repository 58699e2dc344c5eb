import { randomUUID } from 'node:crypto'
import { type Fault, type ImportConfiguration, operations, type ReleaseRequest } from '@guidebook/contracts'
import {
  type Clock,
  type Database,
  fail,
  type InternalClient,
  type Route,
  type RunningService,
  readSettings,
  route,
} from '@guidebook/service-kit'
import {
  type BreakableProxy,
  breakableProxy,
  type TestBus,
  testAccount,
  testRetrySchedule,
  testServer,
  testSurroundings,
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
  /** What the importer's own connections to the database go through. */
  databaseProxy: BreakableProxy
  /** A client signed in to the import mailbox. */
  imap: ImapFlow
  /** What releases was asked to create. */
  commands: { id: string; data: { account: string; commandId: string; request: ReleaseRequest } }[]
  /** Sets up the import of this account, or of another one. */
  configure(changes?: Partial<ImportConfiguration>, account?: string): Promise<void>
  startReplica(): Promise<RunningService>
  [Symbol.asyncDispose](): Promise<void>
}

export interface FixtureOptions {
  clock?: Clock
  /** Settings that differ from the usual. */
  env?: Readonly<Record<string, string>>
  /** Language of every account. */
  lang?: string
}

const sender = (account: string) => `bookings@${account}.example`

/** The importer with a mailbox of its own; geodata and releases answer by the contract. */
export const startFixture = async ({ clock, env = {}, lang = 'de' }: FixtureOptions = {}): Promise<Fixture> => {
  const surroundings = await testSurroundings('importer', migrations, clock === undefined ? {} : { clock })
  const { log, bus, database } = surroundings
  const account = randomUUID()
  const imapUrl = new URL(testServer('TEST_IMAP_URL'))
  imapUrl.username = `import-${randomUUID().slice(0, 8)}`
  const neighbours = {
    geodata: await surroundings.play('geodata', geodataRoutes()),
    releases: await surroundings.play('releases', releasesRoutes),
    gateway: await surroundings.play('gateway', gatewayRoutes(lang)),
  }
  const environment = surroundings.environment(neighbours)
  const databaseProxy = surroundings.use(await breakableProxy(environment.DATABASE_URL ?? ''))
  const settings = readSettings(spec, {
    ...environment,
    DATABASE_URL: databaseProxy.url,
    SMTP_URL: 'smtp://127.0.0.1:9',
    IMAP_URL: imapUrl.href,
    IMPORT_AUTHSERV_ID: authservId,
    IMPORT_POLL: '200ms',
    ...env,
  })
  const startReplica = async () =>
    surroundings.use(
      await startService(settings, {
        log,
        retrySchedule: testRetrySchedule,
        ...(clock === undefined ? {} : { clock }),
      }),
    )
  const { url } = await startReplica()
  const commands = await bus.hear('releases', 'release.create-requested.v1')
  const gateway = surroundings.clientOf('gateway', url)
  const imap = new ImapFlow({
    host: imapUrl.hostname,
    port: Number(imapUrl.port),
    secure: false,
    auth: { user: imapUrl.username, pass: decodeURIComponent(imapUrl.password) },
    logger: false,
  })
  await imap.connect()
  surroundings.use({ [Symbol.asyncDispose]: () => imap.logout() })
  return {
    account,
    bus,
    gateway,
    imap,
    commands,
    database,
    databaseProxy,
    async configure(changes = {}, owner = account) {
      const body = { ...configuration, senders: [sender(owner)], ...changes }
      await gateway.call(operations.setImport, { params: { account_id: owner }, body })
    },
    startReplica,
    [Symbol.asyncDispose]: () => surroundings[Symbol.asyncDispose](),
  }
}

/** Knows one hotel, and has a fault of its own that another brings to light, and a third only once. */
const geodataRoutes = (): Route[] => {
  let wasFaulty = false
  return [
    route(operations.resolveReferences, async ({ body }) => {
      const asks = (id: string) => body.references.some(({ customId }) => customId === id)
      if (asks('H-FAULT')) fail('internal-error')
      if (asks('H-FAULT-ONCE') && !wasFaulty) {
        wasFaulty = true
        fail('internal-error')
      }
      return {
        status: 200,
        body: {
          results: body.references.map(({ link, customId }) =>
            link === hotelId || customId === 'H-1'
              ? { id: hotelId, kind: 'poi' as const, version: 1, names: {}, customId: 'H-1', library: 'HOTELS' }
              : null,
          ),
        },
      }
    }),
  ]
}

/** Finds nothing wrong, and has a release of the code 99. */
const releasesRoutes: Route[] = [
  route(operations.checkRelease, async ({ body }) => ({
    status: 200,
    body: {
      faults: [] as Fault[],
      existing: body.request.downloadCode === 99 ? { link: 'abcdefghijklmnopqrstu' } : null,
    },
  })),
]

/** Every account speaks the same language. */
const gatewayRoutes = (lang: string): Route[] => [
  route(operations.readAccount, async ({ params }) => ({
    status: 200,
    body: { account: testAccount({ id: params.account_id, defaultLang: lang }) },
  })),
]

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
    `Authentication-Results: ${parts.authentication ?? `${authservId}; dmarc=pass header.from=${(parts.from ?? sender(account)).replace(/.*@/, '')}`}`,
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
