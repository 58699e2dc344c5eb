import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createLogger, type ObjectStore, systemClock } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { connect } from '../src/mailbox/connection.ts'
import { type MailSession, openInbox } from '../src/mailbox/session.ts'
import { fetchMails } from '../src/pipeline/fetch/fetch-mails.ts'
import { storeMail } from '../src/pipeline/fetch/store-mail.ts'
import { type MailboxFixture, mailboxFixture, type Replica } from './mailbox-fixture.ts'

const isSoak = process.env.SOAK !== undefined
/** More mails than are fetched before decided ones are filed. */
const { waiting, megabytes } = isSoak ? { waiting: 10_000, megabytes: 150 } : { waiting: 105, megabytes: 6 }

/** The most memory that a process ever had; only Linux reports it. */
const peakMegabytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of reachable buffers; garbage is collected first, so that it is not counted. */
const inUse = (): number => {
  // Twice, because the memory of a buffer is freed after its object.
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

let fixture: MailboxFixture
beforeAll(async () => {
  fixture = await mailboxFixture()
})
afterAll(() => fixture?.[Symbol.asyncDispose]())

/** An importer; in the long form a process, whose peak memory `stop` expects below 300 MB. */
const startImporter = async (): Promise<Pick<Replica, 'stop'>> => {
  if (!isSoak) return await fixture.start()
  const { pid, kill, exited } = await fixture.spawn()
  return {
    async stop() {
      const peak = process.platform === 'linux' ? await peakMegabytes(pid) : 0
      kill()
      await exited
      console.log(`at most ${peak.toFixed(0)} MB of memory`)
      expect(peak).toBeLessThan(300)
    },
  }
}

it('any number of waiting mails is fetched once each and filed', {
  timeout: isSoak ? 1_500_000 : 90_000,
}, async () => {
  await fixture.send(waiting, ['Quarantine'])
  const began = performance.now()
  const importer = await startImporter()
  const filed = fixture.database.knex('mails').where({ filed_to: 'Quarantine' }).count({ count: '*' })
  await eventually(async () => Number((await filed.clone())[0]?.count) === waiting, {
    timeoutMs: isSoak ? 1_200_000 : 60_000,
    everyMs: 250,
  })
  if (isSoak) console.log(`${waiting} mails in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const status = await fixture.imap.status('Quarantine', { messages: true })
  expect(status).toMatchObject({ messages: waiting })
  expect(await fixture.rows()).toHaveLength(waiting)
  await importer.stop()
})

it('a mail of any size is streamed into the object store', { timeout: 120_000 }, async () => {
  const line = `${'x'.repeat(76)}\r\n`
  const lines = Math.floor((megabytes * 1024 * 1024) / line.length)
  const appended = await fixture.imap.append('INBOX', `Subject: large\r\n\r\n${line.repeat(lines)}`)
  const uid = appended ? (appended.uid ?? 0) : 0
  const log = createLogger({ service: 'importer', level: 'silent' })
  const server = { IMAP_CA_FILE: undefined, IMAP_ALLOW_CLEARTEXT: false, IMPORT_MAX_MAIL_BYTES: 2 * 1024 * 1024 }
  const session = await connect({ ...server, IMAP_URL: fixture.imapProxy.url }, log)
  await openInbox(session)
  const before = inUse()
  const measured: number[] = []
  /** The object store, measured after each two megabytes: collecting garbage takes longer than fetching. */
  const putByContent: ObjectStore['putByContent'] = (prefix, content, format) => {
    const passOn = async function* () {
      let bytes = 0
      for await (const piece of content as Readable) {
        yield piece
        bytes += piece.length
        if (bytes >= (measured.length + 1) * 2 * 1024 ** 2) measured.push(inUse() - before)
      }
    }
    return fixture.objects.putByContent(prefix, Readable.from(passOn(), { objectMode: false }), format)
  }
  try {
    const objects = { ...fixture.objects, putByContent }
    const stored = await storeMail(session, objects, { uid, bytes: undefined, maxBytes: 1024 ** 3 })
    const bytes = 'Subject: large\r\n\r\n'.length + lines * line.length
    expect(stored).toMatchObject({ outcome: 'stored', mail: { bytes } })
  } finally {
    session.client.close()
  }
  expect(measured.length).toBeGreaterThanOrEqual(megabytes / 2 - 1)
  expect(Math.max(...measured) / 1024 ** 2).toBeLessThan(4)
})

it('a mail that is too large is not fetched, also when the server lists its flags instead of its size', async () => {
  const client = {
    usable: true,
    // Rows of a list of sizes, with changes of flags that the server reports meanwhile.
    fetch: async function* () {
      yield { uid: 1, size: 2_000 }
      yield { uid: 1 }
      yield { uid: 2 }
    },
    fetchOne: async (uid: string) => ({ uid: Number(uid), size: 3_000 }),
  }
  const session = { mailbox: 'sizes', client, refusals: { last: null } } as unknown as MailSession
  const context = {
    database: fixture.database,
    clock: systemClock,
    settings: { IMPORT_MAX_MAIL_BYTES: 1_024 },
    wake: new EventEmitter(),
  } as unknown as Context
  const mails = [1, 2].map((uid) => ({ uid, refusals: 0, losses: 0 }))
  await fetchMails(context, session, { mailbox: 'sizes', uid_validity: 1 }, mails, new AbortController().signal)
  const rows = await fixture.database.knex('mails').where({ mailbox: 'sizes' }).orderBy('uid').select('uid', 'reason')
  expect(rows.map(({ uid, reason }) => [uid, reason])).toEqual([
    [1, 'The mail has 2000 bytes; at most 1024 are read.'],
    [2, 'The mail has 3000 bytes; at most 1024 are read.'],
  ])
})
