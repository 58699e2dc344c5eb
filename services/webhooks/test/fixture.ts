import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type InternalClient, type RunningService, readSettings } from '@guidebook/service-kit'
import type { Lookup } from '@guidebook/service-kit/outbound'
import {
  type MovableClock,
  movableClock,
  type TestBus,
  testRetrySchedule,
  testSurroundings,
} from '@guidebook/service-kit/test'
import { type Receiver, startReceiver } from '@guidebook/service-kit/test/https-receiver'
import { configFrom, spec } from '../src/config.ts'
import { migrations } from '../src/schema.ts'
import { startService } from '../src/service.ts'

export interface Fixture {
  receiver: Receiver
  clock: MovableClock
  bus: TestBus
  gateway: InternalClient
  database: Database
  /** One more dispatcher on the same database and broker. */
  startReplica(): Promise<RunningService>
  [Symbol.asyncDispose](): Promise<void>
}

/** The service on a database and virtual host of its own, with a receiver it may reach. */
export const startFixture = async (
  env: Record<string, string | undefined> = {},
  overrides: { lookup?: Lookup } = {},
): Promise<Fixture> => {
  const clock = movableClock('2027-03-01T12:00:00Z')
  const surroundings = await testSurroundings('webhooks', migrations, { clock })
  const { log, bus, database } = surroundings
  const receiver = surroundings.use(await startReceiver())
  const certificateFile = join(surroundings.folder, 'ca.pem')
  writeFileSync(certificateFile, receiver.certificate)
  const settings = readSettings(spec, {
    ...surroundings.environment(),
    SMTP_URL: 'smtp://127.0.0.1:9',
    WEBHOOK_SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOWED_PORTS: String(receiver.port),
    WEBHOOK_CA_FILE: certificateFile,
    WEBHOOK_TIMEOUT: '2s',
    ...env,
  })
  const config = configFrom(settings)
  const startReplica = async () =>
    surroundings.use(await startService(config, { log, clock, retrySchedule: testRetrySchedule, ...overrides }))
  const { url } = await startReplica()
  return {
    receiver,
    clock,
    bus,
    gateway: surroundings.clientOf('gateway', url),
    database,
    startReplica,
    [Symbol.asyncDispose]: () => surroundings[Symbol.asyncDispose](),
  }
}
