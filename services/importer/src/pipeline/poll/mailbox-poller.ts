import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Component,
  claimLoop,
  DependencyUnavailableError,
  type HealthCheck,
  type HealthFacts,
} from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { connect, type MailServer, mailboxName } from '../../mailbox/connection.ts'
import { withLeaderLock } from '../../mailbox/mailbox-leader-lock.ts'
import type { MailSession } from '../../mailbox/session.ts'
import { filingCheck } from '../file/filing-check.ts'
import { readBacklog } from './backlog.ts'
import { checkInbox } from './check-inbox.ts'
import { createPollRecord, type PollState } from './poll-state.ts'

export interface PollerSettings {
  /** The lock on the mailbox is held in this database. */
  DATABASE_URL: string
  /** Longest time between two polls, milliseconds; an announcement of the server (IDLE) shortens it. */
  IMPORT_POLL: number
  IMPORT_MAX_MAIL_BYTES: number
}

export interface Poller extends Component {
  state: Readonly<PollState>
  checks: readonly HealthCheck[]
}

/** Pauses before the mailbox is connected to again. */
const reconnectBackoff = { firstMs: 500, longestMs: 30_000 }
/** A replica that stands by tries to become the leader at this interval, milliseconds. */
const standbyMs = 10_000
const defaultRetrySchedule: readonly number[] = [5_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000]
/** Bytes of an IMAP response in addition to the mail in it. */
const responseOverhead = 4 * 1024 * 1024

/**
 * Watches the mailbox while this replica is the leader: fetches new mails, files decided ones, and reconnects with growing pauses. A mail that
 * could not be fetched is retried after the delays of the schedule, in milliseconds.
 */
export const createMailboxPoller = (
  context: Context,
  { DATABASE_URL: databaseUrl, IMPORT_POLL: pollMs, IMPORT_MAX_MAIL_BYTES: maxBytes }: PollerSettings,
  server: Omit<MailServer, 'longestAnswer'>,
  retrySchedule: readonly number[] = defaultRetrySchedule,
): Poller => {
  const { log, clock } = context
  const mailbox = mailboxName(server.url)
  const record = createPollRecord({ clock, pollMs })
  let nextCheck = Promise.withResolvers<void>()
  const checkNow = () => nextCheck.resolve()
  context.wake.on('mailDecided', checkNow)

  const watch = async (session: MailSession, ending: AbortSignal, onSuccess: () => void) => {
    const { client } = session
    client.on('exists', checkNow)
    client.on('close', checkNow)
    const onProgress = (waiting: number) => {
      record.succeed(waiting)
      onSuccess()
    }
    const options = { mailbox, maxBytes, retrySchedule, signal: ending, onProgress }
    for (let whole = true; client.usable; whole = false) {
      nextCheck = Promise.withResolvers()
      ending.throwIfAborted()
      if (await checkInbox(context, session, { ...options, whole })) continue
      // Ends when the next command begins.
      client.idle().catch((error: unknown) => log.debug({ err: error }, 'IDLE failed'))
      await Promise.race([nextCheck.promise, sleepUntil(pollMs, ending)])
    }
  }

  const connectAndWatch = (stopping: AbortSignal, onSuccess: () => void): Promise<boolean> =>
    withLeaderLock({ databaseUrl, mailbox, log }, async (lost) => {
      record.begin()
      const ending = AbortSignal.any([lost, stopping])
      const session = await connect({ ...server, longestAnswer: maxBytes + responseOverhead }, log)
      // Commands to the mail server fail immediately when the lock is lost, because another replica may be the leader by then.
      const close = () => session.client.close()
      lost.addEventListener('abort', close)
      try {
        await watch(session, ending, onSuccess)
      } finally {
        lost.removeEventListener('abort', close)
        close()
      }
    })

  const loop = claimLoop({
    name: 'mailbox',
    pollMs: standbyMs,
    backoff: reconnectBackoff,
    log,
    run: async (stopping, onSuccess) => {
      try {
        if (await connectAndWatch(stopping, onSuccess)) return 1
        record.standBy()
        return 0
      } catch (error) {
        if (!stopping.aborted) record.fail(error)
        throw new DependencyUnavailableError('the mailbox is not watched', { cause: error })
      }
    },
  })

  return {
    name: loop.name,
    start: loop.start,
    stop: loop.stop,
    state: record.state,
    checks: [
      { ...record.check, facts: () => factsOf(context, record.state) },
      filingCheck(context.database, () => record.state.polls),
    ],
  }
}

/** Every replica reports the backlog, but only the leader knows the time of the last poll. */
const factsOf = async (
  { database, clock }: Context,
  { polls, lastSuccess, waitingOnServer }: Readonly<PollState>,
): Promise<HealthFacts> => {
  const { handling, fetching, filing, oldest } = await readBacklog(database, clock.now())
  return {
    polls,
    ...(polls ? { lastPoll: lastSuccess?.toISOString() ?? null, onServer: waitingOnServer } : {}),
    unhandled: handling + fetching,
    oldestUnhandledSeconds: Math.round(oldest),
    unfiled: filing,
  }
}

const sleepUntil = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
