import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSmtpCatcher } from '../src/mail/smtp-catcher.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

const catcher = async () => {
  const folder = temporaryFolder()
  const ports = { smtp: await freePort(), page: await freePort() }
  const mailboxes = join(folder, 'mailboxes')
  const started = await startSmtpCatcher({
    ports,
    folder: join(folder, 'mail'),
    mailboxes,
    owner: undefined,
    password: 'pass',
  })
  onTestFinished(() => started.stop())
  return { ...started, ports, mailboxes }
}

/** Speaks SMTP line by line: sends one command after each reply. */
const converse = (port: number, commands: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    const waiting = [...commands]
    let received = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.on('data', (chunk) => {
      received += chunk
      if (/^\d{3} .*\r\n$/m.test(String(chunk).split('\r\n').slice(-2).join('\r\n')))
        socket.write(`${waiting.shift() ?? 'QUIT'}\r\n`)
    })
  })

const login = Buffer.from('\0someone\0pass').toString('base64')
const mailTo = (to: string) => [
  'MAIL FROM:<hotel@example.org>',
  `RCPT TO:<${to}>`,
  'DATA',
  'Authentication-Results: mx.guidebook.test; dmarc=pass header.from=forged.example\r\nFrom: Hotel <hotel@example.org>\r\nSubject: Bookings\r\n\r\nHello\r\n.',
]

describe('the mail catcher', () => {
  test('stores every mail and forwards none', async () => {
    const { mails, ports, page } = await catcher()
    await converse(ports.smtp, ['EHLO me', ...mailTo('anyone@elsewhere.example')])
    expect(mails.list()).toMatchObject([
      { from: 'hotel@example.org', to: ['anyone@elsewhere.example'], subject: 'Bookings' },
    ])
    const listed = await (await fetch(new URL('mails.json', page.url))).json()
    expect(listed).toEqual(mails.list())
    const message = await (await fetch(new URL(mails.list()[0]?.name ?? '', page.url))).text()
    expect(message).toContain('\r\nHello\r\n')
  })

  test('delivers mail of the local domain into the Maildir of its mailbox', async () => {
    const { ports, mailboxes } = await catcher()
    await converse(ports.smtp, ['EHLO me', ...mailTo('import@guidebook.test')])
    const [name = ''] = readdirSync(join(mailboxes, 'import', 'new'))
    expect(readFileSync(join(mailboxes, 'import', 'new', name), 'utf8')).toContain('Subject: Bookings')
  })

  test.each([
    ['a sender who signed in is authenticated', [`AUTH PLAIN ${login}`], 'pass'],
    ['a sender who did not sign in is not, whatever the mail claims', [], 'fail'],
  ])('%s', async (_title, first, verdict) => {
    const { mails, ports } = await catcher()
    await converse(ports.smtp, ['EHLO me', ...first, ...mailTo('import@guidebook.test')])
    const message = String(mails.read(mails.list()[0]?.name ?? ''))
    const [topmost] = message.match(/^Authentication-Results: .*$/m) ?? []
    expect(topmost?.trim()).toBe(`Authentication-Results: mx.guidebook.test; dmarc=${verdict} header.from=example.org`)
  })

  test('an address can not escape the folder of mailboxes', async () => {
    const { ports, mailboxes } = await catcher()
    await converse(ports.smtp, ['EHLO me', ...mailTo('../../x@guidebook.test')])
    expect(() => readdirSync(mailboxes)).toThrow('ENOENT')
  })

  test('the page serves nothing but mails', async () => {
    const { page } = await catcher()
    expect((await fetch(new URL('..%2Fsecrets.json', page.url))).status).toBe(404)
  })
})
