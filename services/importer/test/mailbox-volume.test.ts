import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createLogger } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import { connect } from '../src/mailbox/connection.ts'
import { openInbox } from '../src/mailbox/session.ts'
import { storeMail } from '../src/pipeline/fetch/store-mail.ts'
import { mailboxFixture } from './mailbox-fixture.ts'

const isSoak = process.env.SOAK !== undefined
const { waiting, megabytes } = isSoak ? { waiting: 10_000, megabytes: 150 } : { waiting: 120, megabytes: 32 }

/** The most memory that a process ever had; only Linux reports it. */
const peakMegabytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of buffers that someone still holds: what is used no more would else be counted until it is collected. */
const inUse = (): number => {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

it('any number of waiting mails is fetched once each and filed', {
  timeout: isSoak ? 1_500_000 : 90_000,
}, async () => {
  await using fixture = await mailboxFixture()
  await fixture.send(waiting, ['Quarantine'])
  const began = performance.now()
  const importer = await fixture.spawn()
  const filed = fixture.database.knex('mails').where({ filed_to: 'Quarantine' }).count({ count: '*' })
  await eventually(async () => Number((await filed.clone())[0]?.count) === waiting, {
    timeoutMs: isSoak ? 1_200_000 : 60_000,
    everyMs: 250,
  })
  const seconds = (performance.now() - began) / 1000
  const status = await fixture.imap.status('Quarantine', { messages: true })
  expect(status).toMatchObject({ messages: waiting })
  expect(await fixture.rows()).toHaveLength(waiting)
  if (process.platform !== 'linux') return
  const peak = await peakMegabytes(importer.pid)
  if (isSoak) console.log(`${waiting} mails in ${seconds.toFixed(0)} s, at most ${peak.toFixed(0)} MB of memory`)
  expect(peak).toBeLessThan(300)
})

it('a mail of any size is streamed into the object store', { timeout: 120_000 }, async () => {
  await using fixture = await mailboxFixture()
  const line = `${'x'.repeat(76)}\r\n`
  const lines = Math.floor((megabytes * 1024 * 1024) / line.length)
  await fixture.imap.append('INBOX', `Subject: large\r\n\r\n${line.repeat(lines)}`)
  const log = createLogger({ service: 'importer', level: 'silent' })
  const server = { IMAP_CA_FILE: undefined, IMAP_ALLOW_CLEARTEXT: false, IMPORT_MAX_MAIL_BYTES: 2 * 1024 * 1024 }
  const session = await connect({ ...server, IMAP_URL: fixture.imapProxy.url }, log)
  await openInbox(session)
  const before = inUse()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, inUse())
    // Now and then: collecting takes longer than fetching.
  }, 500)
  try {
    const stored = await storeMail(session, fixture.objects, { uid: 1, bytes: undefined, maxBytes: 1024 ** 3 })
    const bytes = 'Subject: large\r\n\r\n'.length + lines * line.length
    expect(stored).toMatchObject({ outcome: 'stored', mail: { bytes } })
  } finally {
    clearInterval(sampling)
    session.client.close()
  }
  expect((peak - before) / 1024 ** 2).toBeLessThan(20)
})
