import { type ImportConfiguration, operations, type ReleaseRequest } from '@guidebook/contracts'
import {
  type Clock,
  type Database,
  type InternalClient,
  type RunningService,
  readSettings,
  type StatedIdentity,
} from '@guidebook/service-kit'
import {
  type BreakableProxy,
  breakableProxy,
  partnerIdentity,
  type Send,
  sender,
  supportIdentity,
  type TestBus,
  testRetrySchedule,
} from '@guidebook/service-kit/test'
import type { ImapFlow } from 'imapflow'
import { spec } from '../src/config.ts'
import { startService } from '../src/service.ts'
import { configurationOf, importerSurroundings } from './importer-surroundings.ts'

export interface Fixture {
  account: string
  bus: TestBus
  gateway: InternalClient
  /** Sends requests of support as the gateway forwards them. */
  asSupport(method: string): Send
  /** The same for requests of an account. */
  asPartner(id: string): (method: string) => Send
  database: Database
  /** What the importer's own connections to the database go through. */
  databaseProxy: BreakableProxy
  /** A client signed in to the import mailbox. */
  imap: ImapFlow
  /** What releases was asked to create. */
  commands: {
    id: string
    data: { account: string; commandId: string; request: ReleaseRequest }
    actor: string | null
  }[]
  /** Sets up the import of this account, or of another one. */
  configure(changes?: Partial<ImportConfiguration>, account?: string): Promise<void>
  /** The importer that the fixture started. */
  replica: RunningService
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

/** A running importer; the test plays releases, by hearing its commands and answering them. */
export const startFixture = async ({ clock, env = {}, lang }: FixtureOptions = {}): Promise<Fixture> => {
  await using opened = new AsyncDisposableStack()
  const surroundings = opened.use(await importerSurroundings({ clock, lang }))
  const { account, bus, database, imap, imapUrl, log } = surroundings
  const databaseProxy = surroundings.use(await breakableProxy(surroundings.settings.DATABASE_URL ?? ''))
  const settings = readSettings(spec, {
    ...surroundings.settings,
    DATABASE_URL: databaseProxy.url,
    IMAP_URL: imapUrl.href,
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
  const replica = await startReplica()
  const { url } = replica
  const commands = await bus.hear('releases', 'release.create-requested.v1')
  const gateway = surroundings.clientOf('gateway', url)
  const sendAs = (identity: StatedIdentity) =>
    sender(
      () => url,
      () => surroundings.keys.issuer('gateway').sign({ audience: 'importer', identity }),
    )
  opened.move()
  return {
    account,
    bus,
    gateway,
    asSupport: sendAs(supportIdentity()),
    asPartner: (id) => sendAs(partnerIdentity({ id })),
    imap,
    commands,
    database,
    databaseProxy,
    async configure(changes = {}, owner = account) {
      const body = { ...configurationOf(owner), ...changes }
      const identity = supportIdentity(owner)
      await gateway.call(operations.setAccountImport, { params: { account_id: owner }, body, identity })
    },
    replica,
    startReplica,
    [Symbol.asyncDispose]: () => surroundings[Symbol.asyncDispose](),
  }
}
