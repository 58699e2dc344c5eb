import type { Logger } from '@guidebook/service-kit'
import { ImapFlow } from 'imapflow'
import type { MailSession, Refusals } from './session.ts'

export interface MailServer {
  /** `imap://user:password@host:port` or `imaps://…`. */
  url: string
  /** Trusted certificate authorities, PEM; absent: the public ones. */
  authorities: readonly string[] | undefined
  /** Allow a connection to another machine without TLS. */
  allowCleartext: boolean
  /** Approximate limit of a response, bytes. */
  longestAnswer: number
}

/** The name of the mailbox, without the password. */
export const mailboxName = (address: string): string => {
  const url = new URL(address)
  return `${url.username}@${url.host}/INBOX`
}

/**
 * Connects and signs in. TLS certificates are verified. `imap:` upgrades with STARTTLS; a server on another machine that does not offer it is
 * refused, because an attacker could have removed the offer.
 */
export const connect = async (server: MailServer, log: Logger): Promise<MailSession> => {
  const url = new URL(server.url)
  const secure = url.protocol === 'imaps:'
  const mustUpgrade = !secure && !server.allowCleartext && !isLoopback(url.hostname)
  const refusals: Refusals = { last: null }
  const client = new ImapFlow({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 993 : 143) : Number(url.port),
    secure,
    ...(mustUpgrade ? { doSTARTTLS: true } : {}),
    tls: server.authorities === undefined ? {} : { ca: [...server.authorities] },
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: refusalLogger(refusals, log),
    disableAutoIdle: true,
    // Servers end an IDLE after half an hour.
    maxIdleTime: 10 * 60_000,
    // A connection that hangs is closed and opened again.
    socketTimeout: 120_000,
    greetingTimeout: 10_000,
    connectionTimeout: 10_000,
    maxLiteralSize: server.longestAnswer,
    maxResponseSize: 2 * server.longestAnswer,
    maxLineLength: server.longestAnswer,
  })
  // Errors between commands are emitted as events; the next command fails, and the poller reconnects.
  client.on('error', (error: unknown) => log.debug({ err: error }, 'mailbox connection failed'))
  await client.connect()
  return { client, refusals }
}

/** The client reports why a command was refused only to its logger. Its other log lines contain the traffic and are ignored. */
const refusalLogger = (refusals: Refusals, log: Logger) => {
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
