import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server'
import type { User } from '../unprivileged.ts'
import { type CaughtMails, caughtMails } from './caught-mail.ts'
import { type MailPage, startMailPage } from './mail-page.ts'
import { deliverToMaildir } from './maildir.ts'

/** The domain whose mailboxes are on this machine; `.test` never exists elsewhere. */
export const localDomain = 'guidebook.test'

/** The server that states the sender's authentication in `Authentication-Results`. */
export const authservId = `mx.${localDomain}`

export interface SmtpCatcherOptions {
  /** The address to listen at; by default only this machine reaches it. */
  host?: string
  ports: { smtp: number; page: number }
  /** Stores every mail. */
  folder: string
  /** Maildirs of the local domain, if an IMAP server reads them. */
  mailboxes: string | undefined
  owner: User | undefined
  /** A sender who signs in with this password is authenticated. */
  password: string
}

export interface SmtpCatcher {
  mails: CaughtMails
  page: MailPage
  stop(): Promise<void>
}

/** The value of a header of the message itself; an empty text when it has none. */
const header = (message: Buffer, name: string): string => {
  const [head = ''] = message.toString('latin1', 0, 64 * 1024).split(/\r?\n\r?\n/, 1)
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
}

const domainOf = (text: string) => /@([a-z0-9.-]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'unknown'

/**
 * The headers that a receiving server adds on top. Senders authenticate by signing in, because a local domain has no DNS records for
 * DMARC. Forged headers of the same name below have no effect: only the topmost counts.
 */
const trace = (session: SMTPServerSession, from: string, message: Buffer) => {
  const verdict = session.user ? 'pass' : 'fail'
  const lines = [
    `Return-Path: <${from}>`,
    `Authentication-Results: ${authservId}; dmarc=${verdict} header.from=${domainOf(header(message, 'From'))}`,
    `Received: from ${session.clientHostname || 'unknown'} by ${authservId} with ESMTP; ${new Date().toUTCString()}`,
  ]
  return Buffer.from(`${lines.map((line) => line.replace(/[\r\n]+/g, ' ')).join('\r\n')}\r\n`)
}

const localMailbox = ({ address }: SMTPServerAddress) => {
  const [name, domain] = address.toLowerCase().split('@')
  return domain === localDomain && name && /^[a-z0-9._+-]+$/.test(name) && !name.startsWith('.') ? name : undefined
}

/** Accepts and stores every mail, and delivers those to the local domain. Forwards nothing. */
export async function startSmtpCatcher(options: SmtpCatcherOptions): Promise<SmtpCatcher> {
  const { folder, mailboxes, owner, password, ports, host = '127.0.0.1' } = options
  const mails = caughtMails(folder)
  const accept = (session: SMTPServerSession, message: Buffer) => {
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
    const delivered = Buffer.concat([trace(session, from, message), message])
    const to = session.envelope.rcptTo.map(({ address }) => address)
    mails.add({ receivedAt: new Date().toISOString(), from, to, subject: header(message, 'Subject') }, delivered)
    if (mailboxes === undefined) return
    for (const mailbox of new Set(session.envelope.rcptTo.map(localMailbox))) {
      if (mailbox) deliverToMaildir(join(mailboxes, mailbox), delivered, owner)
    }
  }
  const server = new SMTPServer({
    name: authservId,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // The importer's own limit.
    size: 160 * 1024 * 1024,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username ?? '' }) : done(new Error('wrong password')),
    onData: (stream, session, done) => {
      buffer(stream)
        .then((message) => accept(session, message))
        .then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        )
    },
  })
  // Ignores clients that drop their connection; an unhandled error event would end the process.
  server.on('error', () => undefined)
  server.listen(ports.smtp, host)
  await once(server.server, 'listening')
  const page = await startMailPage(mails, ports.page, host)
  return {
    mails,
    page,
    async stop() {
      await page.stop()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
