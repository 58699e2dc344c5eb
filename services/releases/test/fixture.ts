import type { AccountProjection, ServiceName } from '@guidebook/contracts'
import {
  type Database,
  type ObjectStore,
  readSettings,
  type StatedIdentity,
  serviceIdentity,
} from '@guidebook/service-kit'
import {
  type Answer,
  breakableProxy,
  type MovableClock,
  movableClock,
  partnerIdentity,
  type Send,
  sender,
  type TestBus,
  testAccount,
  testRetrySchedule,
  testSurroundings,
  testWithShared,
} from '@guidebook/service-kit/test'
import { spec } from '../src/config.ts'
import { migrations } from '../src/schema.ts'
import { startService } from '../src/service.ts'
import { connect } from './accounts.ts'
import { addGuidebook, type Neighbours, startNeighbours } from './neighbours.ts'
import { type Partner, partnerOf } from './partner.ts'

export interface Fixture {
  bus: TestBus
  clock: MovableClock
  /** The service's database, for assertions. */
  database: Database
  objectStore: ObjectStore
  neighbours: Neighbours
  url: string
  /** Makes geodata unavailable and available again. */
  geodata: { down(): void; up(): void }
  /** The same for the gateway as a service that others ask; requests of clients still arrive. */
  gateway: { down(): void; up(): void }
  /** A new account with the guidebook GB-1. */
  newPartner(fields?: Partial<AccountProjection>): Partner
  /** A new account that is connected with the operator. */
  newSeller(operator: Partner, fields?: Partial<AccountProjection>): Partner
  /** Sends requests as another service, for itself or for an identity. */
  asService(service: ServiceName, identity?: StatedIdentity): { get: Send; post: Send }
  /** Opens an endless stream as a partner; `signal` disconnects. */
  follow(partner: Partner, path: string, signal?: AbortSignal): Promise<Response>
  /** Requests a Trip Link as a browser does. */
  visit(path: string, headers?: Record<string, string>): Promise<Answer>
  /** Registers a device as the app does. */
  register(release: { link: string }, device: { deviceId: string; name: string }): Promise<Answer>
  /** The headers that the gateway adds to a traveller's request. */
  travellerHeaders(): Promise<Record<string, string>>
  /** The queued mails to a recipient. */
  mailsTo(address: string): Promise<{ subject: string; text: string; html: string }[]>
  [Symbol.asyncDispose](): Promise<void>
}

export const publicUrl = 'https://guidebook.example'

/** The time of most tests: before the trips of their releases. */
export const firstOfJune = '2026-06-01T12:00:00Z'

/** Two replicas of the service with their own database, virtual host and object store; requests go to them in turn. */
async function startFixture(): Promise<Fixture> {
  const clock = movableClock(firstOfJune)
  const surroundings = await testSurroundings('releases', migrations, { clock })
  const { log, keys, database, objectStore } = surroundings
  const bus = { ...surroundings.bus, hear: sharedHear(surroundings.bus) }
  const neighbours = await startNeighbours(surroundings)
  const geodata = surroundings.use(await breakableProxy(neighbours.geodataUrl))
  const gateway = surroundings.use(await breakableProxy(neighbours.gatewayUrl))
  const settings = readSettings(spec, {
    ...surroundings.environment({ gateway: gateway.url, geodata: geodata.url }),
    PUBLIC_URL: publicUrl,
    // Mails stay where they are queued.
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  const start = async () =>
    surroundings.use(await startService(settings, { log, clock, retrySchedule: testRetrySchedule }))
  const replicas = await Promise.all([start(), start()])
  let turn = 0
  const nextUrl = () => replicas[turn++ % replicas.length]?.url ?? ''
  const signed = (service: ServiceName, identity: StatedIdentity) => () =>
    keys.issuer(service).sign({ audience: 'releases', identity })
  const newPartner = (fields?: Partial<AccountProjection>): Partner => {
    const account = testAccount(fields)
    neighbours.accounts.push(account)
    addGuidebook(neighbours, account.id)
    return partnerOf(account, sender(nextUrl, signed('gateway', partnerIdentity(account))))
  }
  const asTraveller = signed('gateway', {
    scope: 'traveller',
    account: null,
    oid: null,
    test: false,
    actor: 'traveller',
  })
  const visitor = sender(nextUrl, asTraveller)
  return {
    bus,
    clock,
    database,
    objectStore,
    neighbours,
    geodata,
    gateway,
    url: replicas[0].url,
    newPartner,
    newSeller(operator, fields) {
      const seller = newPartner({ type: 'reseller', ...fields })
      connect(operator.account, seller.account)
      return seller
    },
    asService(service, identity = serviceIdentity(service)) {
      const send = sender(nextUrl, signed(service, identity))
      return { get: send('GET'), post: send('POST') }
    },
    async follow({ account }, path, signal) {
      const token = await signed('gateway', partnerIdentity(account))()
      return await fetch(nextUrl() + path, { headers: { authorization: `Bearer ${token}` }, signal: signal ?? null })
    },
    visit: (path, headers) => visitor('GET')(path, undefined, { accept: 'text/html,*/*;q=0.8', ...headers }),
    register: ({ link }, device) => visitor('POST')(`/t/${link}/devices`, device),
    travellerHeaders: async () => ({ authorization: `Bearer ${await asTraveller()}` }),
    async mailsTo(address) {
      const rows = await database.knex('outgoing_mails').whereRaw("content->>'to' = ?", [address]).orderBy('created_at')
      return rows.map(({ content }) => content)
    },
    [Symbol.asyncDispose]: () => surroundings[Symbol.asyncDispose](),
  }
}

/** Test files that hear the same messages share one list: two consumers of a queue would each get a part of them. */
function sharedHear(bus: TestBus): TestBus['hear'] {
  const lists = new Map<string, Promise<unknown>>()
  return (subscriber, type) => {
    const key = `${subscriber} ${type}`
    const list = lists.get(key) ?? bus.hear(subscriber, type)
    lists.set(key, list)
    return list as ReturnType<typeof bus.hear<typeof type>>
  }
}

/** `it` with a fixture that test files share. Each file sets the clock. */
export const it = testWithShared('releases', startFixture)
