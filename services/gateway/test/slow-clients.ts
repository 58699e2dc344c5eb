import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'
import { openFilesIn } from './open-files.ts'
import { openClients, type RawClient } from './raw-client.ts'

/** A gateway with an empty spool folder, two accounts, and raw connections. */
export interface SlowClients {
  fixture: Fixture
  spools: string
  account: Record<string, string>
  bystander: Record<string, string>
  /** Connections that end with the test. */
  open(count: number, url?: string): Promise<RawClient[]>
  openSpools(): number
}

/** Starts it before the tests of a file and stops it after them; the values are there when a test runs. */
export function useSlowClients(settings: Record<string, string>): SlowClients {
  let clients: RawClient[] = []
  const used = {
    async open(count: number, url = used.fixture.gateway.url) {
      const opened = await openClients(url, count)
      clients.push(...opened)
      return opened
    },
    openSpools: () => openFilesIn(used.spools),
  } as SlowClients

  beforeAll(async () => {
    used.spools = await mkdtemp(join(tmpdir(), 'spools-'))
    used.fixture = await startFixture({ SPOOL_DIRECTORY: used.spools, ...settings })
    ;[used.account, used.bystander] = await Promise.all([used.fixture.account(), used.fixture.account()])
  })
  beforeEach(() => used.fixture.forget())
  afterEach(() => {
    for (const { socket } of clients) socket.destroy()
    clients = []
  })
  afterAll(async () => {
    await used.fixture[Symbol.asyncDispose]()
    await rm(used.spools, { recursive: true })
  })
  return used
}
