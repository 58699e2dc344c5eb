import { setTimeout as sleep } from 'node:timers/promises'
import { claimLoop, DependencyUnavailableError, type HealthCheck, type HealthFacts } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { connect, mailboxName } from '../../mailbox/connection.ts'
import { withLeaderLock } from '../../mailbox/mailbox-leader-lock.ts'
import type { MailSession } from '../../mailbox/session.ts'
import { filingFault } from '../file/filing-queries.ts'
import { checkInbox } from './check-inbox.ts'
import { observeMailbox, readBacklog } from './metrics.ts'
import { createPollRecord, type PollState } from './poll-state.ts'

/** Pauses before the mailbox is connected to again. */
const reconnectBackoff = { firstMs: 500, longestMs: 30_000 }
/** A replica that stands by tries to become the leader at this interval, milliseconds. */
const standbyMs = 10_000

/** Watches the mailbox while this replica is the leader: fetches new mails, files decided ones, and reconnects with growing pauses. */
export const createMailboxPoller = (context: Context) => {
  const { log, clock, database, settings } = context
  const pollMs = settings.IMPORT_POLL
  const mailbox = mailboxName(settings.IMAP_URL)
  const record = createPollRecord({ clock, pollMs })
  observeMailbox(context, record.state)
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
    for (let whole = true; client.usable; whole = false) {
      nextCheck = Promise.withResolvers()
      ending.throwIfAborted()
      if (await checkInbox(context, session, { whole, signal: ending, onProgress })) continue
      // Ends when the next command begins.
      client.idle().catch((error: unknown) => log.debug({ err: error }, 'IDLE failed'))
      await Promise.race([nextCheck.promise, sleepUntil(pollMs, ending)])
    }
  }

  const connectAndWatch = (stopping: AbortSignal, onSuccess: () => void): Promise<boolean> => {
    const lock = { databaseUrl: settings.DATABASE_URL, mailbox, log }
    return withLeaderLock(lock, async (lost) => {
      record.begin()
      lost.addEventListener('abort', record.end)
      const ending = AbortSignal.any([lost, stopping])
      const session = await connect(settings, log)
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
  }

  const loop = claimLoop({
    name: 'mailbox',
    pollMs: standbyMs,
    backoff: reconnectBackoff,
    log,
    run: async (stopping, onSuccess) => {
      try {
        const hasLed = await connectAndWatch(stopping, onSuccess)
        if (hasLed) record.end()
        else record.standBy()
        return hasLed ? 1 : 0
      } catch (error) {
        if (!stopping.aborted) record.fail(error)
        throw new DependencyUnavailableError('the mailbox is not watched', { cause: error })
      }
    },
  })

  /** Every replica reports the backlog, but only the leader knows the time of the last poll. */
  const facts = async (): Promise<HealthFacts> => {
    const { polls, waitingOnServer } = record.state
    const { handling, fetching, filing, oldest } = await readBacklog(database, mailbox, clock.now())
    return {
      polls,
      ...(polls ? { ...lastPollOf(record.state), onServer: waitingOnServer } : {}),
      unhandled: handling + fetching,
      oldestUnhandledSeconds: Math.round(oldest),
      unfiled: filing,
    }
  }
  /** Unhealthy while the server refuses to move decided mails, for example because a folder is full. Only the leader reports it. */
  const checkFolders = async () => {
    const fault = record.state.polls ? await filingFault(database.knex, mailbox) : null
    if (fault !== null) throw new Error(fault)
  }
  const checks: HealthCheck[] = [
    { name: 'mailbox', check: record.check, facts },
    { name: 'mail folders', check: checkFolders },
  ]
  return { ...loop, checks }
}

/** `unreadSince`: since when no attempt has succeeded. Replicas that all fail take turns as the leader, and none of them has a last poll. */
const lastPollOf = ({ lastSuccess, begun }: PollState): HealthFacts =>
  lastSuccess === null ? { lastPoll: null, unreadSince: begun.toISOString() } : { lastPoll: lastSuccess.toISOString() }

const sleepUntil = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
