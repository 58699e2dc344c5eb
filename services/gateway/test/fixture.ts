import { type ServiceName, serviceNames } from '@guidebook/contracts'
import { createLogger, readSettings } from '@guidebook/service-kit'
import { testRetrySchedule, testSurroundings, testWithShared } from '@guidebook/service-kit/test'
import { spec } from '../src/config.ts'
import { migrations } from '../src/schema.ts'
import { startService } from '../src/service.ts'
import { type FakeService, json, type Received, startFakeService } from './fake-service.ts'

export const adminToken = 'admin-token-of-the-tests'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

type Init = RequestInit & { json?: unknown }

async function ask(base: string, method: string, path: string, { json, headers, ...init }: Init = {}): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...(headers as object) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...init,
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text }
}

function recordingLog() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { log: createLogger({ service: 'gateway', level: 'debug', destination }), lines }
}

export type Fixture = Awaited<ReturnType<typeof startFixture>>
/** A gateway beside the one of a fixture. */
export type OtherGateway = Awaited<ReturnType<Fixture['startOther']>>

/** The gateway on a database and a virtual host of its own, in front of services that the test plays. */
export async function startFixture(env: Record<string, string> = {}) {
  const { log, lines } = recordingLog()
  const surroundings = await testSurroundings('gateway', migrations)
  const { keys, bus, database } = surroundings
  const others = serviceNames.filter((name) => name !== 'gateway')
  const fakes = Object.fromEntries(
    await Promise.all(others.map(async (name) => [name, await startFakeService(keys.verifier(name))])),
  ) as Record<Exclude<ServiceName, 'gateway'>, FakeService>
  for (const fake of Object.values(fakes)) surroundings.use(fake)
  const environment = {
    ...surroundings.environment(Object.fromEntries(others.map((name) => [name, fakes[name].url]))),
    ADMIN_PORT: '0',
    INTERNAL_PORT: '0',
    ADMIN_TOKEN: adminToken,
    PUBLIC_URL: 'https://guidebook.test',
    WRONG_ADMIN_TOKEN_LIMIT_PER_MINUTE: '100000',
    // Nobody listens there: mails wait in the table, where tests read them.
    SMTP_URL: 'smtp://127.0.0.1:9',
    ...env,
  }
  let accounts = 0

  async function startGateway(changed: Record<string, string>) {
    const settings = readSettings(spec, { ...environment, ...changed })
    const start = () => startService(settings, { log, retrySchedule: testRetrySchedule })
    const gateway = await start()
    const admin = (method: string, path: string, init: Init = {}) =>
      ask(gateway.adminUrl, method, path, {
        ...init,
        headers: { authorization: `Bearer ${adminToken}`, ...(init.headers as object) },
      })

    return {
      gateway,
      /** Everything that was logged. */
      lines,
      fakes,
      /** What the service got last. */
      last(service: keyof typeof fakes): Received {
        const received = fakes[service].received.at(-1)
        if (received === undefined) throw new Error(`${service} got nothing`)
        return received
      },
      /** The services answer as at the beginning, and have got nothing. */
      forget(): void {
        for (const fake of Object.values(fakes)) {
          fake.received.length = 0
          fake.answer((_, response) => json(response, 200, {}))
        }
      },
      keys,
      bus,
      database,
      startReplica: start,
      admin,
      /** As anyone, without a key unless the headers have one. */
      call: (method: string, path: string, init?: Init) => ask(gateway.url, method, path, init),
      /** As the holder of a key. */
      as:
        (key: string) =>
        (method: string, path: string, init: Init = {}) =>
          ask(gateway.url, method, path, { ...init, headers: { authorization: key, ...(init.headers as object) } }),
      /** A new account with a key. */
      async account(fields: object = {}) {
        const oid = `A${(accounts++).toString(36).padStart(2, '0').toUpperCase()}`
        const json = { name: `Account ${oid}`, oid, email: 'office@account.example', type: 'operator', ...fields }
        const { body: account } = await admin('POST', '/admin/accounts', { json })
        const { body: key } = await admin('POST', `/admin/accounts/${account.id}/keys`)
        return { ...account, key: key.key as string, keyId: key.id as string } as Record<string, string>
      },
      [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
    }
  }

  return {
    ...surroundings.use(await startGateway({})),
    /** Another gateway with changed settings, on the same database and in front of the same services. */
    startOther: startGateway,
    [Symbol.asyncDispose]: () => surroundings[Symbol.asyncDispose](),
  }
}

/** `test` with a gateway that test files share. Each file calls `forget`. All of them have one network address. */
export const test = testWithShared('gateway', () =>
  startFixture({
    WRONG_KEY_LIMIT_PER_MINUTE: '100000',
    TRAVELLER_RATE_LIMIT_PER_MINUTE: '100000',
    SIGN_IN_LIMIT_PER_MINUTE: '100000',
  }),
)
