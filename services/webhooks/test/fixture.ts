import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountProjection, operations } from '@guidebook/contracts'
import { type Database, type InternalClient, type RunningService, readSettings, route } from '@guidebook/service-kit'
import type { Lookup } from '@guidebook/service-kit/outbound'
import {
  type MovableClock,
  movableClock,
  sender,
  supportIdentity,
  type TestBus,
  testAccount,
  testRetrySchedule,
  testSurroundings,
} from '@guidebook/service-kit/test'
import { type Receiver, startReceiver } from '@guidebook/service-kit/test/https-receiver'
import { spec } from '../src/config.ts'
import { sampleRecord } from '../src/delivery/sample-record.ts'
import { migrations } from '../src/schema.ts'
import { startService } from '../src/service.ts'

export interface Fixture {
  receiver: Receiver
  clock: MovableClock
  bus: TestBus
  gateway: InternalClient
  /** The accounts of the gateway, of which the service has no copy until it asks. */
  accounts: AccountProjection[]
  /** Sends requests of support as the gateway forwards them. */
  asSupport(account: string): ReturnType<typeof sender>
  database: Database
  /** Sets the account's webhook to the receiver, or to another address or path. Returns its secret. */
  setWebhook(account: string, address?: string): Promise<string>
  /** Shares a release with the account. Returns the id of the message. */
  share(account: string, link?: string, id?: string): Promise<string>
  /** One more dispatcher on the same database and broker. */
  startReplica(): Promise<RunningService>
  [Symbol.asyncDispose](): Promise<void>
}

export const newLink = () => randomUUID().replaceAll('-', '').slice(0, 20)
const someone = testAccount({ type: 'reseller' })
/** The record of the shared release. */
export const sharedRecord = (link: string) => ({
  ...sampleRecord(someone, new Date('2027-03-01T12:00:00Z')),
  id: 7,
  link,
})

/** The service with its own database and virtual host, and a receiver that it may reach. */
export const startFixture = async (
  env: Record<string, string | undefined> = {},
  overrides: { lookup?: Lookup } = {},
): Promise<Fixture> => {
  const clock = movableClock('2027-03-01T12:00:00Z')
  const surroundings = await testSurroundings('webhooks', migrations, { clock })
  const { log, bus, database } = surroundings
  const accounts: AccountProjection[] = []
  const gatewayUrl = await surroundings.play('gateway', [
    route(operations.readAccount, async ({ params }) => ({
      status: 200,
      body: { account: accounts.find(({ id }) => id === params.account_id) ?? null },
    })),
  ])
  const receiver = surroundings.use(await startReceiver())
  const certificateFile = join(surroundings.folder, 'ca.pem')
  writeFileSync(certificateFile, receiver.certificate)
  const settings = readSettings(spec, {
    ...surroundings.environment({ gateway: gatewayUrl }),
    SMTP_URL: 'smtp://127.0.0.1:9',
    WEBHOOK_SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOWED_PORTS: String(receiver.port),
    WEBHOOK_CA_FILE: certificateFile,
    // The clock of the tests stands still, so an attempt that ends late would not be repeated.
    WEBHOOK_TIMEOUT: '30s',
    ...env,
  })
  const startReplica = async () =>
    surroundings.use(await startService(settings, { log, clock, retrySchedule: testRetrySchedule, ...overrides }))
  const { url } = await startReplica()
  const gateway = surroundings.clientOf('gateway', url)
  return {
    receiver,
    clock,
    bus,
    gateway,
    accounts,
    asSupport: (account) =>
      sender(
        () => url,
        () => surroundings.keys.issuer('gateway').sign({ audience: 'webhooks', identity: supportIdentity(account) }),
      ),
    database,
    async setWebhook(account, address = '/hook') {
      const { body } = await gateway.call(operations.setAccountWebhook, {
        params: { account_id: account },
        identity: supportIdentity(account),
        body: { url: new URL(address, receiver.url).href },
      })
      return body.secret
    },
    share(account, link = newLink(), id = randomUUID()) {
      return bus.send('release.shared.v1', { account, generation: 1, record: sharedRecord(link) }, { id })
    },
    startReplica,
    [Symbol.asyncDispose]: () => surroundings[Symbol.asyncDispose](),
  }
}
