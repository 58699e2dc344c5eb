import type { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { scrub } from '../log/redact.ts'
import { type ClaimLoop, claimLoop } from '../loop/claim-loop.ts'
import { withLease } from '../loop/lease.ts'
import type { StoredMail } from './mail.ts'
import { mailMetrics } from './mail-metrics.ts'
import { claimMail, deferMail, markFailed, markSent, renewClaim, type WaitingMail } from './mail-queries.ts'
import { smtpOutcome } from './smtp-outcome.ts'

interface MailerOptions {
  database: Database
  /** `smtp://` or `smtps://`, with credentials. */
  smtpUrl: string
  /** The sender, such as `Guidebook <service@example.com>`. */
  from: string
  log: Logger
  pollMs?: number
  /** Delays after each failed attempt, in milliseconds; after the last the mail has failed. */
  retrySchedule?: readonly number[]
  /** Pause while the mail server is unavailable, milliseconds. */
  unavailablePauseMs?: number
  /** Longest time in which the mail server neither receives nor sends anything, milliseconds. */
  silenceMs?: number
  /** After this time, another mailer sends the mails that a dead one was sending, milliseconds. Renewed while a mail is being sent. */
  leaseMs?: number
}

const minute = 60_000
const hour = 60 * minute
/** About a day and a half, after which a person would give up too. */
const defaultRetrySchedule = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 16 * hour]

/**
 * Sends queued mails. A mail is sent at least once: when the process dies before it has recorded the result, or the connection ends before the server
 * has confirmed the mail, it is sent again with the same Message-ID, by which mail programs recognise it.
 */
export function createMailer({
  database,
  smtpUrl,
  from,
  log,
  pollMs = 1_000,
  retrySchedule = defaultRetrySchedule,
  unavailablePauseMs = 15_000,
  // RFC 5321, 4.5.3.2.6: a server may check a mail for so long before it confirms it.
  silenceMs = 10 * minute,
  leaseMs = 5 * minute,
}: MailerOptions): ClaimLoop {
  let opened: Transporter | undefined
  /** The mail that is being sent, as it goes to the server. */
  let content: Readable | undefined
  /** Loads the library with the first mail: most replicas and programs start without one. */
  const transport = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    if (opened) return opened
    opened = createTransport({
      url: smtpUrl,
      pool: true,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: silenceMs,
      // A mail must not make the library read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    opened.use('stream', ({ message }, done) => {
      message.processFunc((input) => {
        content = input
        return input
      })
      done()
    })
    return opened
  }
  const disconnect = () => {
    opened?.close()
    opened = undefined
  }
  const settled = mailMetrics(database, log)
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1]
  if (!domain) throw new TypeError('the sender of mails has no domain')

  /** Returns whether another mail may be tried immediately. */
  const send = async ({ id, content: mail, attempts }: WaitingMail): Promise<boolean> => {
    content = undefined
    const renew = () => renewClaim(database.knex, id, leaseMs)
    try {
      const transporter = await transport()
      const message = { ...compose(mail), from, messageId: `<${id}@${domain}>` }
      await withLease({ leaseMs, renewEveryMs: leaseMs / 5, renew, log }, () => transporter.sendMail(message))
    } catch (error) {
      return await settleFailure(id, attempts, error)
    }
    await markSent(database.knex, id)
    settled('sent')
    log.info({ mail: id }, 'mail sent')
    return true
  }
  const settleFailure = async (id: string, attempts: number, error: unknown): Promise<boolean> => {
    const outcome = smtpOutcome(error, content?.readableDidRead ?? false)
    const reason = scrub((error as Error).message).slice(0, 500)
    const delayMs = retrySchedule[attempts]
    if (outcome === 'unavailable') {
      log.warn({ err: error }, 'mail server unavailable')
      await deferMail(database.knex, id, unavailablePauseMs, reason, false)
      return false
    }
    if (outcome === 'never' || delayMs === undefined) {
      log.error({ mail: id, err: error }, 'mail could not be delivered')
      await markFailed(database.knex, id, reason)
      settled('failed')
    } else {
      log.warn({ mail: id, err: error, delayMs }, 'mail is tried again later')
      await deferMail(database.knex, id, delayMs, reason, true)
    }
    return true
  }

  const loop = claimLoop({
    name: 'mailer',
    pollMs,
    log,
    run: async () => {
      const mail = await claimMail(database.knex, leaseMs)
      if (mail) return (await send(mail)) ? 1 : 0
      // A firewall may forget an idle connection, and the next mail would wait for its response.
      disconnect()
      return 0
    },
  })
  return {
    ...loop,
    stop: async () => {
      await loop.stop()
      disconnect()
    },
  }
}

const compose = ({ attachments = [], autoSubmitted, references, ...mail }: StoredMail) => ({
  ...mail,
  ...(references && { references: [...references] }),
  ...(autoSubmitted && automaticMailFields(mail.to, autoSubmitted)),
  attachments: attachments.map(({ base64, ...about }) => ({ ...about, content: base64, encoding: 'base64' })),
})

/**
 * Prevents mail loops: the header of RFC 3834 and the one that Exchange obeys. A reply also has no return path (RFC 5321, 4.5.5), so
 * that it causes no bounce.
 */
const automaticMailFields = (to: string, autoSubmitted: NonNullable<StoredMail['autoSubmitted']>) => ({
  headers: { 'Auto-Submitted': autoSubmitted, 'X-Auto-Response-Suppress': 'All' },
  ...(autoSubmitted === 'auto-replied' ? { envelope: { from: '', to } } : {}),
})
