import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { uuidv7 } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failedCells } from '../src/report/failed-cells.ts'
import { aMail } from './a-mail.ts'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({ lang: 'en' })
  await fixture.configure()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const header = 'Booking;Tour;Language;Arrival;Departure;Persons;Hotel;Guest'
const badRow = (n: number, guest = '') => `${n};GB-1;de;03/04/2027;2027-07-17;2;;${guest}`

type Parts = Omit<Parameters<typeof aMail>[0], 'account'>
const send = async (parts: Parts) => {
  const messageId = randomUUID()
  await fixture.imap.append('INBOX', aMail({ account: fixture.account, messageId, ...parts }))
  return `<${messageId}@operator.example>`
}
const answersTo = async (id: string) => {
  const mails = await fixture.database.knex('outgoing_mails').whereRaw(`content->>'inReplyTo' = ?`, [id])
  return mails.map(({ content }) => content)
}
const answerTo = async (parts: Parts) => {
  const id = await send(parts)
  const answers = await eventually(async () => {
    const found = await answersTo(id)
    return found.length > 0 && found
  })
  expect(answers).toHaveLength(1)
  return answers[0]
}
const runOf = async (id: string) =>
  await fixture.database
    .knex('runs')
    .join('mails', 'mails.id', 'runs.mail')
    .where({ message_id: id })
    .first('runs.*', 'mails.state as mail_state')
const attached = ({ attachments }: { attachments: { filename: string; base64: string }[] }) =>
  attachments.map(({ filename, base64 }) => ({ filename, content: Buffer.from(base64, 'base64') }))

it('shows a hundred failed rows and attaches all of them without formulas, as they were sent', async () => {
  const lines = Array.from({ length: 1_201 }, (_, n) => badRow(n + 1, n === 0 ? '=1+1' : `"Smith; ""Jo"" ${n}"`))
  const answer = await answerTo({ csv: [header, ...lines].join('\r\n'), fileName: 'tonight.csv' })
  expect(answer.subject).toBe('Import report: 1,201 failed')
  expect(answer.text).toContain('== tonight.csv ==')
  expect(answer.text.match(/^Row \d+, \d+ \(Arrival\)/gm)).toHaveLength(100)
  expect(answer.text).toContain('… and 1,101 more rows, in the attached file')
  expect(answer.html.match(/<tr>/g)).toHaveLength(102)
  const [file, ...more] = attached(answer)
  expect([file?.filename, more]).toEqual(['failed-rows.csv', []])
  const sent = lines.with(0, badRow(1, "'=1+1"))
  expect(file?.content.toString()).toBe(`\ufeff${[header, ...sent].join('\r\n')}\r\n`)
})

it('attaches a large file of failed rows as a ZIP archive', async () => {
  // More than an attachment without compression may have, in many pages of rows.
  const guest = 'x'.repeat(50_000)
  const lines = Array.from({ length: 105 }, (_, n) => badRow(n + 1, guest))
  const answer = await answerTo({ csv: [header, ...lines].join('\r\n') })
  const [file, ...more] = attached(answer)
  expect([file?.filename, more]).toEqual(['failed-rows.zip', []])
  const archive = file?.content ?? Buffer.alloc(0)
  // Behind the local header of the first entry (APPNOTE.TXT 4.3.7) come its bytes.
  const packed = archive.subarray(30 + archive.readUInt16LE(26) + archive.readUInt16LE(28))
  expect(inflateRawSync(packed).toString()).toBe(`\ufeff${[header, ...lines].join('\r\n')}\r\n`)
})

it('attaches rows with the configured delimiter, which the next import expects', async () => {
  await fixture.configure({ format: { delimiter: ';' } })
  const rows = [header, badRow(1)]
  const [file] = attached(
    await answerTo({ csv: ['sep=,', ...rows.map((row) => row.replaceAll(';', ','))].join('\r\n') }),
  )
  expect(file?.content.toString()).toBe(`\ufeff${rows.join('\r\n')}\r\n`)
})

it('lists the files that are no CSV', async () => {
  const answer = await answerTo({ csv: 'PK', fileName: 'list.xlsx' })
  expect(answer.subject).toBe('Import report: nothing imported')
  expect(answer.text).toContain('== list.xlsx ==\n\nThis file was not imported. This is a spreadsheet')
  expect(answer.attachments).toEqual([])
})

it('a page of failed rows is limited by its size, and rows without cells are left out', async () => {
  const { knex } = fixture.database
  const [mail, run] = [uuidv7(), uuidv7()]
  const now = new Date()
  const raw = { raw_key: '', raw_sha256: '', bytes: 1, state: 'completed', received_at: now, filed_to: 'Processed' }
  await knex('mails').insert({ id: mail, mailbox: 'other', uid_validity: 1, uid: 1, ...raw })
  const file = { attachment: 0, file_sha256: '', test: false, state: 'completed', created_at: now, finished_at: now }
  await knex('runs').insert({ id: run, mail, ...file })
  // As many cells as a row may have, except in every fifth row.
  const widest = JSON.stringify(Array.from({ length: 16_384 }, () => ''))
  await knex.raw(
    `insert into rows (run, row, status, cells)
     select :run, n, case n % 5 when 1 then 'created' else 'failed' end,
       case n % 5 when 1 then null when 2 then null when 3 then '["narrow"]' else :widest end::json
     from generate_series(1, 60) n`,
    { run, widest },
  )
  const pages = await knex.transaction((trx) => Array.fromAsync(failedCells(trx, run)))
  expect(pages.flat().map(({ length }) => length)).toEqual(Array.from({ length: 12 }, () => [1, 16_384, 16_384]).flat())
  const largest = Math.max(...pages.map((page) => JSON.stringify(page).length))
  expect(largest).toBeLessThan(256 * 1024 + widest.length)
  expect(pages.length).toBeLessThan(8)
})

it('an attempt is counted before the report is written, so that a crash counts', async () => {
  const { knex } = fixture.database
  const { id, counted } = await knex.transaction(async (trx) => {
    // The report waits for the end of this transaction.
    await trx.raw('lock table outgoing_mails in exclusive mode')
    const sent = await send({ csv: [header, badRow(1, 'counted')].join('\r\n') })
    const counted = await eventually(async () => {
      const run = await runOf(sent)
      return run?.read_completely && run.attempts > 0 && run
    })
    return { id: sent, counted }
  })
  expect(counted).toMatchObject({ attempts: 1, state: 'processing', failed: 1 })
  expect(await eventually(async () => (await answersTo(id)).length === 1)).toBe(true)
})

it('a mail whose report always fails ends without one', async () => {
  const { knex } = fixture.database
  await knex.raw(`
    alter table outgoing_mails add constraint refuses_report check (content->>'text' not like '%never-reported.csv%')`)
  const id = await send({ csv: [header, badRow(1, 'never')].join('\r\n'), fileName: 'never-reported.csv' })
  const run = await eventually(async () => {
    const found = await runOf(id)
    return found?.mail_state === 'completed' && found
  })
  expect(run).toMatchObject({ state: 'completed', failed: 1 })
  expect(await answersTo(id)).toEqual([])
})
