import type { Logger } from '@guidebook/service-kit'
import { ImapFlow } from 'imapflow'
import type { ImporterSettings } from '../config.ts'
import type { MailSession } from './session.ts'

/** Bytes of an IMAP response in addition to the mail in it. */
const responseOverhead = 4 * 1024 * 1024

/** The name of the mailbox, without the password. */
export const mailboxName = (address: string): string => {
  const url = new URL(address)
  return `${url.username}@${url.host}/INBOX`
}

export type MailServer = Pick<
  ImporterSettings,
  'IMAP_URL' | 'IMAP_CA_FILE' | 'IMAP_ALLOW_CLEARTEXT' | 'IMPORT_MAX_MAIL_BYTES'
>

/**
 * Connects and signs in. TLS certificates are verified. `imap:` upgrades with STARTTLS; a server on another machine that does not offer it is
 * refused, because an attacker could have removed the offer.
 */
export const connect = async (server: MailServer, log: Logger): Promise<MailSession> => {
  const url = new URL(server.IMAP_URL)
  const secure = url.protocol === 'imaps:'
  const mustUpgrade = !secure && !server.IMAP_ALLOW_CLEARTEXT && !isLoopback(url.hostname)
  const longestResponse = server.IMPORT_MAX_MAIL_BYTES + responseOverhead
  const refusals: MailSession['refusals'] = { last: null }
  const client = new ImapFlow({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 993 : 143) : Number(url.port),
    secure,
    ...(mustUpgrade ? { doSTARTTLS: true } : {}),
    tls: server.IMAP_CA_FILE === undefined ? {} : { ca: [...server.IMAP_CA_FILE] },
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: refusalLogger(refusals, log),
    disableAutoIdle: true,
    // Servers end an IDLE after half an hour.
    maxIdleTime: 10 * 60_000,
    // A connection that hangs is closed and opened again.
    socketTimeout: 120_000,
    greetingTimeout: 10_000,
    connectionTimeout: 10_000,
    maxLiteralSize: longestResponse,
    maxResponseSize: 2 * longestResponse,
    maxLineLength: longestResponse,
  })
  // Errors between commands are emitted as events; the next command fails, and the poller reconnects.
  client.on('error', (error: unknown) => log.debug({ err: error }, 'mailbox connection failed'))
  await client.connect()
  return { mailbox: mailboxName(server.IMAP_URL), client, refusals }
}

/** The client reports why a command was refused only to its logger. Its other log lines contain the traffic and are ignored. */
const refusalLogger = (refusals: MailSession['refusals'], log: Logger) => {
  const ignore = () => undefined
  const record = (entry: unknown) => {
    const { err } = entry as { err?: { responseText?: string; message?: string } }
    if (err === undefined) return
    refusals.last = err.responseText ?? err.message ?? null
    log.debug({ err }, 'mail server refused a command')
  }
  return { trace: ignore, debug: ignore, info: ignore, warn: record, error: record }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host)
