import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

const answerTo = async (parts: Omit<Parameters<typeof aMail>[0], 'account'>) => {
  const messageId = randomUUID()
  await fixture.imap.append('INBOX', aMail({ account: fixture.account, messageId, ...parts }))
  const answers = await eventually(async () => {
    const mails = await fixture.database.knex('outgoing_mails').select('content')
    const found = mails.map(({ content }) => content).filter(({ inReplyTo }) => inReplyTo?.includes(messageId))
    return found.length > 0 && found
  })
  expect(answers).toHaveLength(1)
  return answers[0]
}
const attached = ({ attachments }: { attachments: { filename: string; base64: string }[] }) =>
  attachments.map(({ filename, base64 }) => ({ filename, content: Buffer.from(base64, 'base64') }))

it('shows a hundred failed rows and attaches all of them without formulas, in the original dialect', async () => {
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
  // One page of rows is larger than an attachment without compression, and a second one follows.
  const guest = 'x'.repeat(5_000)
  const lines = Array.from({ length: 1_100 }, (_, n) => badRow(n + 1, guest))
  const answer = await answerTo({ csv: [header, ...lines].join('\r\n') })
  const [file, ...more] = attached(answer)
  expect([file?.filename, more]).toEqual(['failed-rows.zip', []])
  const archive = file?.content ?? Buffer.alloc(0)
  // Behind the local header of the first entry (APPNOTE.TXT 4.3.7) come its bytes.
  const packed = archive.subarray(30 + archive.readUInt16LE(26) + archive.readUInt16LE(28))
  expect(inflateRawSync(packed).toString()).toBe(`\ufeff${[header, ...lines].join('\r\n')}\r\n`)
})

it('lists the files that are no CSV', async () => {
  const answer = await answerTo({ csv: 'PK', fileName: 'list.xlsx' })
  expect(answer.subject).toBe('Import report: nothing imported')
  expect(answer.text).toContain('== list.xlsx ==\n\nThis file was not imported. This is a spreadsheet')
  expect(answer.attachments).toEqual([])
})
