import type { Logger } from '@guidebook/service-kit'
import { ImapFlow } from 'imapflow'
import type { MailSession, Refusals } from './session.ts'

export interface MailServer {
  /** `imap://user:password@host:port` or `imaps://…`. */
  url: string
  /** All that are trusted, PEM; absent: the public ones. */
  authorities: readonly string[] | undefined
  /** Speak without TLS when the server has none, also with other machines. */
  allowCleartext: boolean
  /** No answer may be much longer, bytes. */
  longestAnswer: number
}

/** Names the mailbox without its password. */
export const mailboxName = (address: string): string => {
  const url = new URL(address)
  return `${url.username}@${url.host}/INBOX`
}

/**
 * Connects and signs in. TLS is verified, and over `imap:` begins with STARTTLS: a server of another machine that does not
 * offer it is refused, since whoever is in between could have taken it out of the offer.
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
    logger: listener(refusals, log),
    disableAutoIdle: true,
    // Servers end an IDLE after half an hour.
    maxIdleTime: 10 * 60_000,
    // A connection that hangs is given up and opened again.
    socketTimeout: 120_000,
    greetingTimeout: 10_000,
    connectionTimeout: 10_000,
    maxLiteralSize: server.longestAnswer,
    maxResponseSize: 2 * server.longestAnswer,
    maxLineLength: server.longestAnswer,
  })
  // Errors between commands are told by an event as well; the next command fails and the loop begins anew.
  client.on('error', (error: unknown) => log.debug({ err: error }, 'mailbox connection failed'))
  await client.connect()
  return { client, refusals }
}

/** The client tells why a command was refused to its logger only. Its other lines quote what goes over the wire and are left out. */
const listener = (refusals: Refusals, log: Logger) => {
  const ignore = () => undefined
  const hear = (entry: unknown) => {
    const { err } = entry as { err?: { responseText?: string; message?: string } }
    if (err === undefined) return
    refusals.last = err.responseText ?? err.message ?? null
    log.debug({ err }, 'the mail server refused a command')
  }
  return { trace: ignore, debug: ignore, info: ignore, warn: hear, error: hear }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host)
