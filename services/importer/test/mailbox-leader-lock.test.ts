import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createLogger } from '@guidebook/service-kit'
import { breakableProxy, eventually, type TestDatabase, testDatabase } from '@guidebook/service-kit/test'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LockTiming, sessionName, withLeaderLock } from '../src/mailbox/mailbox-leader-lock.ts'
import { migrations } from '../src/schema.ts'
import { aMail } from './a-mail.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { booking, listOf } from './list.ts'

const log = createLogger({ service: 'importer', level: 'silent' })
const timing: LockTiming = { beatMs: 100, answerMs: 2_000, silenceMs: 8_000 }
const ofThisDatabase = 'application_name = $1 and datname = current_database()'

describe('the lock on a mailbox', () => {
  let database: TestDatabase
  let looking: pg.Client
  beforeAll(async () => {
    database = await testDatabase('importer', migrations)
    looking = new pg.Client({ connectionString: database.url })
    await looking.connect()
  })
  afterAll(async () => {
    await looking.end()
    await database.drop()
  })

  /** Holds the mailbox until told to let go; resolves when it holds it. */
  const hold = async (mailbox: string, databaseUrl = database.url) => {
    const held = Promise.withResolvers<AbortSignal>()
    const letGo = Promise.withResolvers<void>()
    const ended = withLeaderLock({ databaseUrl, mailbox, log, timing }, async (lost) => {
      held.resolve(lost)
      lost.addEventListener('abort', () => letGo.resolve())
      await letGo.promise
    })
    ended.catch(() => undefined)
    await Promise.race([held.promise, ended])
    return { lost: await held.promise, letGo: () => letGo.resolve(), ended }
  }
  /** Whether it can be had now; it is given back at once. */
  const isFree = (mailbox: string) =>
    withLeaderLock({ databaseUrl: database.url, mailbox, log, timing }, async () => undefined)

  it('is held by one process, refused to others, and free when the work is done', async () => {
    const mailbox = randomUUID()
    const holder = await hold(mailbox)
    expect(await isFree(mailbox)).toBe(false)
    expect(await isFree(randomUUID())).toBe(true)
    holder.letGo()
    expect(await holder.ended).toBe(true)
    expect(await isFree(mailbox)).toBe(true)
  })

  it('is free when the work is done, even while a pooler still keeps the session', async () => {
    const mailbox = randomUUID()
    await using pooler = await sessionPooler(database.url)
    const holder = await hold(mailbox, pooler.url)
    holder.letGo()
    await holder.ended
    expect(await isFree(mailbox)).toBe(true)
  })

  it('keeps no transaction open, and outlasts the idle timeout of the session', async () => {
    const mailbox = randomUUID()
    const brief = { beatMs: 50, answerMs: 5_000, silenceMs: 1_500 }
    const began = performance.now()
    await withLeaderLock({ databaseUrl: database.url, mailbox, log, timing: brief }, async (lost) => {
      await eventually(() => performance.now() - began > 3 * brief.silenceMs)
      expect(lost.aborted).toBe(false)
      const { rows } = await looking.query(`select state from pg_stat_activity where ${ofThisDatabase}`, [sessionName])
      expect(rows.map(({ state }) => state)).not.toContain('idle in transaction')
      expect(await isFree(mailbox)).toBe(false)
    })
  })

  it('is lost with the session: the work is aborted immediately with the reason, and another process gets the lock', async () => {
    const mailbox = randomUUID()
    const holder = await hold(mailbox)
    await looking.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ofThisDatabase}`, [sessionName])
    await expect(holder.ended).rejects.toThrow(/terminat/)
    expect(holder.lost.aborted).toBe(true)
    await eventually(() => isFree(mailbox))
  })

  it('is free after its holder is cut off, and only after the holder has stopped', async () => {
    const mailbox = randomUUID()
    await using proxy = await breakableProxy(database.url)
    const holder = await hold(mailbox, proxy.url)
    proxy.hush()
    await expect(holder.ended).rejects.toThrow('timeout')
    expect(await isFree(mailbox)).toBe(false)
    // Each check opens a session, so they are rare.
    await eventually(() => isFree(mailbox), { everyMs: 500 })
  })

  it('is not granted while the database is unreachable', async () => {
    const mailbox = randomUUID()
    await using proxy = await breakableProxy(database.url)
    proxy.down()
    await expect(
      withLeaderLock({ databaseUrl: proxy.url, mailbox, log, timing }, async () => undefined),
    ).rejects.toThrow()
    proxy.up()
    expect(await withLeaderLock({ databaseUrl: proxy.url, mailbox, log, timing }, async () => undefined)).toBe(true)
  })
})

describe('two replicas', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await startFixture()
    await fixture.configure()
    await fixture.startReplica()
  })
  afterAll(() => fixture?.[Symbol.asyncDispose]())

  const send = () => fixture.imap.append('INBOX', aMail({ account: fixture.account, csv: listOf(booking()) }))
  const commands = () => fixture.commands.length
  const handled = (count: number) => eventually(() => commands() === count)
  const fetched = async () => Number((await fixture.database.knex('mails').count({ n: '*' }))[0]?.n)
  /** The sessions that hold a mailbox; without the one that a waiting replica asks with. */
  const holders = async (): Promise<number[]> => {
    const { rows } = await fixture.database.knex.raw(
      `select pid from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and application_name = ? and datname = current_database()`,
      [sessionName],
    )
    return rows.map(({ pid }: { pid: number }) => pid)
  }

  it('take turns when the session of the leader is killed, and every mail is handled once', async () => {
    for (let count = 1; count <= 3; count++) {
      const [holder = 0, ...more] = await eventually(async () => {
        const pids = await holders()
        return pids.length > 0 && pids
      })
      expect(more).toEqual([])
      await send()
      await fixture.database.knex.raw('select pg_terminate_backend(?)', [holder])
      await handled(count)
    }
    expect(await fetched()).toBe(3)
    expect(commands()).toBe(3)
  })

  it('wait while the database is unreachable, and continue afterwards', async () => {
    await eventually(async () => (await holders()).length === 1)
    const [before, sent] = [await fetched(), commands()]
    fixture.databaseProxy.down()
    await eventually(async () => (await holders()).length === 0)
    await send()
    expect(await fetched()).toBe(before)
    fixture.databaseProxy.up()
    await handled(sent + 1)
    expect(await fetched()).toBe(before + 1)
  })
})

/** Keeps the sessions of its clients open after they have ended, like a pooler that has not reset them yet. */
const sessionPooler = async (databaseUrl: string) => {
  const { hostname, port } = new URL(databaseUrl)
  const open = new AsyncDisposableStack()
  const terminate = Buffer.from('5800000004', 'hex')
  const server = createServer((client) => {
    const session = connect(Number(port), hostname)
    open.defer(() => void session.destroy())
    session.on('error', () => client.destroy())
    session.on('data', (chunk) => client.write(chunk))
    client.on('data', (chunk) => chunk.equals(terminate) || session.write(chunk))
  }).listen(0, '127.0.0.1')
  open.defer(() => void server.close())
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
