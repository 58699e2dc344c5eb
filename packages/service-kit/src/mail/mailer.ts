import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { scrub } from '../log/redact.ts'
import { type ClaimLoop, claimLoop, type WorkerLoop } from '../loop/claim-loop.ts'
import { withLease } from '../loop/lease.ts'
import { workerLoops } from '../loop/worker-loops.ts'
import type { StoredMail } from './mail.ts'
import { mailMetrics } from './mail-metrics.ts'
import { claimMail, deferMail, markFailed, markSent, renewClaim, type WaitingMail } from './mail-queries.ts'
import { createSmtpConnection } from './smtp-connection.ts'
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
export function createMailer(options: MailerOptions): ClaimLoop {
  const settled = mailMetrics(options.database, options.log)
  // A server may check a mail for minutes. Urgent mails have a connection of their own, so that they do not wait for others.
  return workerLoops('mailer', 2, (index) => senderLoop(options, settled, { urgentOnly: index === 1 }))
}

/** Sends one mail at a time. */
function senderLoop(
  {
    database: { knex },
    smtpUrl,
    from,
    log,
    pollMs = 1_000,
    retrySchedule = defaultRetrySchedule,
    unavailablePauseMs = 15_000,
    // RFC 5321, 4.5.3.2.6: a server may check a mail for so long before it confirms it.
    silenceMs = 10 * minute,
    leaseMs = 5 * minute,
  }: MailerOptions,
  settled: ReturnType<typeof mailMetrics>,
  { urgentOnly }: { urgentOnly: boolean },
): WorkerLoop {
  const connection = createSmtpConnection(smtpUrl, silenceMs)
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1]
  if (!domain) throw new TypeError('the sender of mails has no domain')

  /** Returns whether another mail may be tried immediately. */
  const send = async ({ id, content, attempts, ...claimed }: WaitingMail): Promise<boolean> => {
    let claim: string | undefined = claimed.claim
    const renew = async () => {
      claim = claim && (await renewClaim(knex, id, claim, leaseMs))
      return claim !== undefined
    }
    try {
      const message = { ...compose(content), from, messageId: `<${id}@${domain}>` }
      await withLease({ leaseMs, renewEveryMs: leaseMs / 5, renew, log }, () => connection.send(message))
    } catch (error) {
      return await settleFailure(id, attempts, error)
    }
    await markSent(knex, id)
    settled('sent')
    log.info({ mail: id }, 'mail sent')
    return true
  }
  const settleFailure = async (id: string, attempts: number, error: unknown): Promise<boolean> => {
    const outcome = smtpOutcome(error, connection.isContentSent())
    const reason = scrub((error as Error).message).slice(0, 500)
    const delayMs = retrySchedule[attempts]
    if (outcome === 'unavailable') {
      log.warn({ err: error }, 'mail server unavailable')
      await deferMail(knex, id, unavailablePauseMs, reason, false)
      return false
    }
    if (outcome === 'never' || delayMs === undefined) {
      log.error({ mail: id, err: error }, 'mail could not be delivered')
      await markFailed(knex, id, reason)
      settled('failed')
    } else {
      log.warn({ mail: id, err: error, delayMs }, 'mail is tried again later')
      await deferMail(knex, id, delayMs, reason, true)
    }
    return true
  }

  const loop = claimLoop({
    name: urgentOnly ? 'mailer of urgent mails' : 'mailer',
    pollMs,
    log,
    run: async () => {
      const mail = await claimMail(knex, { leaseMs, urgentOnly })
      if (mail) return (await send(mail)) ? 1 : 0
      // A firewall may forget an idle connection, and the next mail would wait for its response.
      connection.close()
      return 0
    },
  })
  return {
    ...loop,
    stop: async () => {
      await loop.stop()
      connection.close()
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
