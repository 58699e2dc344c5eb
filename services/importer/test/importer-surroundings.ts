import { randomUUID } from 'node:crypto'
import type { ImportConfiguration } from '@guidebook/contracts'
import type { Clock } from '@guidebook/service-kit'
import { type TestSurroundings, testServer, testSurroundings } from '@guidebook/service-kit/test'
import { ImapFlow } from 'imapflow'
import { migrations } from '../src/schema.ts'
import { authservId, senderOf } from './a-mail.ts'
import { gatewayRoutes, geodataRoutes, releasesRoutes } from './stub-services.ts'

export interface ImporterSurroundings extends TestSurroundings {
  /** Of the account that the tests send for. */
  account: string
  /** A mailbox of the test's own, at the mail server itself. */
  imapUrl: URL
  /** A client signed in to it. */
  imap: ImapFlow
  /** What the importer is told; the mailbox is still to be added. */
  settings: Record<string, string>
}

export interface SurroundingsOptions {
  clock?: Clock | undefined
  /** Language of every account. */
  lang?: string | undefined
}

/** A database, a broker, a mailbox, and the neighbours of the importer, which answer by the contract. */
export const importerSurroundings = async ({
  clock,
  lang = 'de',
}: SurroundingsOptions = {}): Promise<ImporterSurroundings> => {
  await using opened = new AsyncDisposableStack()
  const surroundings = opened.use(await testSurroundings('importer', migrations, clock === undefined ? {} : { clock }))
  const imapUrl = new URL(testServer('TEST_IMAP_URL'))
  imapUrl.username = `import-${randomUUID().slice(0, 8)}`
  const environment = surroundings.environment({
    geodata: await surroundings.play('geodata', geodataRoutes()),
    releases: await surroundings.play('releases', releasesRoutes),
    gateway: await surroundings.play('gateway', gatewayRoutes(lang)),
  })
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
  opened.move()
  return {
    ...surroundings,
    account: randomUUID(),
    imapUrl,
    imap,
    settings: {
      ...environment,
      SMTP_URL: 'smtp://127.0.0.1:9',
      IMPORT_AUTHSERV_ID: authservId,
      IMPORT_POLL: '1s',
    },
  }
}

/** How the lists of an account are read. */
export const configurationOf = (account: string): ImportConfiguration => ({
  senders: [senderOf(account)],
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
})
