import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import nodemailer from 'nodemailer'
import type { CaughtMail } from '../../mail/caught-mail.ts'
import { expectThat } from '../checklist.ts'
import { type Accounts, type DemoContext, partner } from '../context.ts'
import { waitUntil } from '../wait-until.ts'
import { bookingsAddress, csvColumns } from './accounts.ts'
import type { Libraries } from './content.ts'
import type { Release } from './releases.ts'

const deadlineMs = 90_000
const goodRows = [10, 11, 12]
const badRow = 13
const missingTour = 'NO-SUCH-TOUR'

const german = (day: string) => day.split('-').toReversed().join('.')

function csvOf({ day, run }: DemoContext, { guidebook }: Libraries): string {
  const row = (index: number, tour: string) =>
    [run.code(index), tour, 'en', german(day(10)), german(day(13)), 2].join(';')
  return [
    Object.values(csvColumns).join(';'),
    ...goodRows.map((index) => row(index, guidebook)),
    row(badRow, missingTour),
    '',
  ].join('\r\n')
}

/** Signs in as the sender, which authenticates it at the local server. */
async function send({ system, run }: DemoContext, from: string, csv: string): Promise<void> {
  const { smtpUrl, smtpPassword, importAddress } = system.mail
  const { hostname, port } = new URL(smtpUrl)
  const auth = smtpPassword === null ? {} : { auth: { user: from, pass: smtpPassword } }
  const transport = nodemailer.createTransport(
    smtpPassword === null ? smtpUrl : { host: hostname, port: Number(port), ignoreTLS: true, ...auth },
  )
  await transport.sendMail({
    from,
    to: importAddress,
    subject: `Bookings ${run.suffix}`,
    text: 'Please find our bookings attached.',
    attachments: [{ filename: `bookings-${run.suffix}.csv`, content: csv, contentType: 'text/csv' }],
  })
  transport.close()
}

/** All text of a mail, with its attachments. */
async function textOf(message: Buffer): Promise<string> {
  const { text = '', attachments } = await simpleParser(message)
  return [text, ...attachments.map(({ content }) => content.toString('utf8'))].join('\n')
}

/** Finds the reply to the booking file: the mail to its sender that mentions the bad row. */
async function findReport({ system, run }: DemoContext, sender: string): Promise<string | undefined> {
  const { page, folder } = system.mail
  if (page === null || folder === null) return undefined
  const mails = (await (await fetch(new URL('mails.json', page))).json()) as CaughtMail[]
  for (const { name } of mails.filter((mail) => mail.to.includes(sender))) {
    const text = await textOf(readFileSync(join(folder, name)))
    if (text.includes(String(run.code(badRow)))) return text
  }
  return undefined
}

/** Mails four bookings: three become releases, and the reply explains the wrong one. */
export async function sendBookingFile(
  context: DemoContext,
  accounts: Accounts,
  libraries: Libraries,
): Promise<Release[]> {
  const { list, run, system } = context
  const { operator } = accounts
  const api = partner(context, operator)
  const sender = bookingsAddress(operator)
  await list.step('the operator mails a CSV file with four bookings, one of them wrong', () =>
    send(context, sender, csvOf(context, libraries)),
  )
  const found = (index: number) => async () => {
    const path = `/content/release/${operator.id}?downloadCode=${run.code(index)}`
    const { body } = await api.send<{ items: Release[] }>('GET', path, 200)
    return body.items[0]
  }
  const releases = await list.step('it becomes three releases', () =>
    Promise.all(goodRows.map((index) => waitUntil(`the release of row ${index - 9}`, deadlineMs, found(index)))),
  )
  expectThat((await found(badRow)()) === undefined, 'the wrong row became a release')
  if (system.mail.page !== null) {
    await list.step('the reply explains the wrong row', async () => {
      const text = await waitUntil('the reply', deadlineMs, () => findReport(context, sender))
      expectThat(text.includes(missingTour) || /guidebook/i.test(text), 'the reply does not explain the error')
    })
  }
  return releases
}
