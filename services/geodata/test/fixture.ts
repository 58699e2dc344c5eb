import { randomUUID } from 'node:crypto'
import type { ServiceName } from '@guidebook/contracts'
import { type Database, type InternalClient, type ObjectStore, readSettings } from '@guidebook/service-kit'
import {
  partnerIdentity,
  sender,
  type TestBus,
  testRetrySchedule,
  testSurroundings,
  testWithShared,
} from '@guidebook/service-kit/test'
import { spec } from '../src/config.ts'
import { migrations } from '../src/schema.ts'
import { startService } from '../src/service.ts'
import { type Partner, partnerOf } from './partner.ts'

/** One pixel. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export interface Fixture {
  url: string
  bus: TestBus
  database: Database
  objectStore: ObjectStore
  /** A new account, which sends its requests through the gateway. */
  newPartner(): Partner
  /** Makes changes while nothing is announced, so that they are announced together, however slow the machine is. */
  announcedTogether(changes: () => Promise<unknown>): Promise<void>
  /** Calls the service as another one. */
  clientOf(service: ServiceName): InternalClient
  [Symbol.asyncDispose](): Promise<void>
}

/** Two replicas of the service on one database and virtual host; requests go to them in turn. */
export const startFixture = async (env: Record<string, string> = {}): Promise<Fixture> => {
  const surroundings = await testSurroundings('geodata', migrations)
  const { log, keys, bus, database, objectStore } = surroundings
  const defaults = { GUIDEBOOK_CHANGE_DELAY: '1s', TRACK_THREADS: '1' }
  const settings = readSettings(spec, { ...surroundings.environment(), ...defaults, ...env })
  const start = async () => surroundings.use(await startService(settings, { log, retrySchedule: testRetrySchedule }))
  const replicas = await Promise.all([start(), start()])
  let turn = 0
  const nextUrl = () => replicas[turn++ % replicas.length]?.url ?? ''
  const gateway = keys.issuer('gateway')
  return {
    url: replicas[0].url,
    bus,
    database,
    objectStore,
    newPartner: () => {
      const id = randomUUID()
      const sign = () => gateway.sign({ audience: 'geodata', identity: partnerIdentity({ id }) })
      return partnerOf(id, sender(nextUrl, sign))
    },
    announcedTogether: (changes) =>
      database.transaction(async (trx) => {
        // Only the replica with this lock announces.
        await trx.raw(`select pg_advisory_xact_lock(hashtext('guidebook changes'), hashtext(current_schema()))`)
        await changes()
      }),
    clientOf: (service) => surroundings.clientOf(service, nextUrl()),
    [Symbol.asyncDispose]: () => surroundings[Symbol.asyncDispose](),
  }
}

/** `it` with a fixture that test files share. */
export const it = testWithShared('geodata', () => startFixture())
