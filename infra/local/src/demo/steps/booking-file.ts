import { simpleParser } from 'mailparser'
import nodemailer from 'nodemailer'
import type { CaughtMail } from '../../mail/caught-mail.ts'
import { type Accounts, type DemoContext, expectThat } from '../context.ts'
import { bookingsAddress, csvColumns } from './accounts.ts'
import type { Libraries } from './content.ts'

const deadlineMs = 90_000
const goodRows = [10, 11, 12]
const badRow = 13
const missingTour = 'NO-SUCH-TOUR'

const german = (day: string) => day.split('-').toReversed().join('.')

function csvOf({ day, code }: DemoContext, { guidebook }: Libraries): string {
  const row = (index: number, tour: string) => [code(index), tour, 'en', german(day(10)), german(day(13)), 2]
  const rows = [
    Object.values(csvColumns),
    ...goodRows.map((index) => row(index, guidebook)),
    row(badRow, missingTour),
    [],
  ]
  return rows.map((cells) => cells.join(';')).join('\r\n')
}

/** Signs in as the sender, which authenticates it at the local server. */
async function send({ system, suffix }: DemoContext, from: string, csv: string): Promise<void> {
  const { smtpUrl, smtpPassword, importAddress } = system.mail
  const url = new URL(smtpUrl)
  if (smtpPassword !== null) {
    Object.assign(url, { username: from, password: smtpPassword })
    url.searchParams.set('ignoreTLS', 'true')
  }
  const transport = nodemailer.createTransport(url.href)
  await transport.sendMail({
    from,
    to: importAddress,
    subject: `Bookings ${suffix}`,
    text: 'Please find our bookings attached.',
    attachments: [{ filename: `bookings-${suffix}.csv`, content: csv, contentType: 'text/csv' }],
  })
  transport.close()
}

/** All text of a mail, with its attachments. */
async function textOf(message: Buffer): Promise<string> {
  const { text = '', attachments } = await simpleParser(message)
  return [text, ...attachments.map(({ content }) => content.toString('utf8'))].join('\n')
}

/** Finds the reply to the booking file: the mail to its sender that mentions the bad row. */
async function findReport({ system, code }: DemoContext, sender: string): Promise<string | undefined> {
  const { page } = system.mail
  if (page === null) return undefined
  const mails = (await (await fetch(new URL('mails.json', page))).json()) as CaughtMail[]
  for (const { name } of mails.filter(({ to }) => to.includes(sender))) {
    const message = await (await fetch(new URL(name, page))).arrayBuffer()
    const text = await textOf(Buffer.from(message))
    if (text.includes(String(code(badRow)))) return text
  }
  return undefined
}

/** Mails four bookings: three become releases, and the reply explains the wrong one. */
export async function sendBookingFile(context: DemoContext, { operator }: Accounts, libraries: Libraries) {
  const { step, waitUntil, code, system } = context
  const { releases } = context.partner(operator)
  const sender = bookingsAddress(operator)
  await step('the operator mails a CSV file with four bookings, one of them wrong', () =>
    send(context, sender, csvOf(context, libraries)),
  )
  const found = async (index: number) =>
    (await releases.list({ account: operator.id, downloadCode: code(index) }).page()).items[0]
  await step('it becomes three releases', async () => {
    for (const [row, index] of goodRows.entries()) {
      await waitUntil(`the release of row ${row + 1}`, deadlineMs, () => found(index))
    }
  })
  expectThat((await found(badRow)) === undefined, 'the wrong row became a release')
  if (system.mail.page === null) return
  await step('the reply explains the wrong row', async () => {
    const text = await waitUntil('the reply', deadlineMs, () => findReport(context, sender))
    expectThat(text.includes(missingTour) || /guidebook/i.test(text), 'the reply does not explain the error')
  })
}
