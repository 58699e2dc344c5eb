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

/** Signs in as its sender, which the local server takes as proof of who it is. */
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

/** All words of a mail: its text and its attachments. */
async function wordsOf(message: Buffer): Promise<string> {
  const { text = '', attachments } = await simpleParser(message)
  return [text, ...attachments.map(({ content }) => content.toString('utf8'))].join('\n')
}

/** The report that answers the booking file: the mail to its sender that speaks of the bad row. */
async function findReport({ system, run }: DemoContext, sender: string): Promise<string | undefined> {
  const { page, folder } = system.mail
  if (page === null || folder === null) return undefined
  const mails = (await (await fetch(new URL('mails.json', page))).json()) as CaughtMail[]
  for (const { name } of mails.filter((mail) => mail.to.includes(sender))) {
    const words = await wordsOf(readFileSync(join(folder, name)))
    if (words.includes(String(run.code(badRow)))) return words
  }
  return undefined
}

/** A mail with bookings: three become releases, one is explained to its sender. */
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
  const releases = await list.step('three releases come of it', () =>
    Promise.all(goodRows.map((index) => waitUntil(`the release of row ${index - 9}`, deadlineMs, found(index)))),
  )
  expectThat((await found(badRow)()) === undefined, 'the wrong row became a release')
  if (system.mail.page !== null) {
    await list.step('the answering mail explains the wrong row', async () => {
      const words = await waitUntil('the report', deadlineMs, () => findReport(context, sender))
      expectThat(
        words.includes(missingTour) || /guidebook/i.test(words),
        'the report does not say what is wrong with it',
      )
    })
  }
  return releases
}
