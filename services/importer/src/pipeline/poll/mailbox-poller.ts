import { setTimeout as sleep } from 'node:timers/promises'
import type { Component, HealthCheck, HealthFacts } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { readBacklog } from './backlog.ts'
import { connect, type MailServer, mailboxName } from '../../mailbox/connection.ts'
import { filingCheck } from '../file/filing-check.ts'
import { lookIntoInbox } from './check-inbox.ts'
import { createPollRecord, type PollState } from './poll-state.ts'
import type { MailSession } from '../../mailbox/session.ts'
import { asSolePoller } from '../../mailbox/mailbox-leader-lock.ts'

export interface PollerOptions {
  context: Context
  /** Where the lock on the mailbox is held. */
  databaseUrl: string
  server: Omit<MailServer, 'longestAnswer'>
  /** Longest time between two looks, milliseconds; the server's announcement (IDLE) shortens it. */
  pollMs: number
  maxMailBytes: number
  /** Delays before a mail that could not be fetched is tried again, milliseconds. */
  retrySchedule?: readonly number[] | undefined
}

export interface Poller extends Component {
  /** Something can be filed. */
  wake(): void
  state: Readonly<PollState>
  checks: readonly HealthCheck[]
}

const longestPauseMs = 30_000
/** A replica that is not the poller asks again after this time whether it should be. */
const standbyMs = 10_000
const defaultRetrySchedule: readonly number[] = [5_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000]
/** Of an answer besides the mail in it. */
const answerRoom = 4 * 1024 * 1024

/** Watches the mailbox: fetches what comes, files what is decided, reconnects with growing pauses. */
export const createPoller = (options: PollerOptions): Poller => {
  const { context, databaseUrl, server, pollMs, maxMailBytes, retrySchedule = defaultRetrySchedule } = options
  const { log, clock } = context
  const ending = new AbortController()
  const mailbox = mailboxName(server.url)
  const record = createPollRecord({ clock, pollMs })
  let bell = Promise.withResolvers<void>()
  let running: Promise<void> | undefined
  let failures = 0

  const watch = async (session: MailSession, lost: AbortSignal) => {
    const { client } = session
    const ring = () => bell.resolve()
    client.on('exists', ring)
    client.on('close', ring)
    const onProgress = (waiting: number) => {
      record.succeed(waiting)
      failures = 0
    }
    const signal = AbortSignal.any([lost, ending.signal])
    const look = { mailbox, maxBytes: maxMailBytes, retrySchedule, signal, onProgress }
    for (let whole = true; !ending.signal.aborted && client.usable; whole = false) {
      bell = Promise.withResolvers()
      lost.throwIfAborted()
      const more = await lookIntoInbox(context, session, { ...look, whole })
      if (more) continue
      // Ends by itself when the next look begins.
      client.idle().catch((error: unknown) => log.debug({ err: error }, 'the mail server announces no mail'))
      await Promise.race([bell.promise, sleepUntil(pollMs, ending.signal)])
    }
  }

  const connectAndWatch = (): Promise<boolean> =>
    asSolePoller({ databaseUrl, mailbox }, async (lost) => {
      record.begin()
      const session = await connect({ ...server, longestAnswer: maxMailBytes + answerRoom }, log)
      // Whatever is being asked of the mail server fails at once: from here on another replica may be the poller.
      const close = () => session.client.close()
      lost.addEventListener('abort', close)
      try {
        lost.throwIfAborted()
        await watch(session, lost)
      } finally {
        lost.removeEventListener('abort', close)
        close()
      }
    })

  const loop = async () => {
    while (!ending.signal.aborted) {
      try {
        const wasPoller = await connectAndWatch()
        if (wasPoller) continue
        record.rest()
        await sleepUntil(standbyMs, ending.signal)
      } catch (error) {
        if (ending.signal.aborted) return
        record.fail(error)
        if (failures++ === 0) log.warn({ err: error }, 'the mailbox is not watched; trying again')
        const longest = Math.min(longestPauseMs, 250 * 2 ** Math.min(failures, 16))
        await sleepUntil(longest * (0.5 + Math.random() / 2), ending.signal)
      }
    }
  }

  return {
    name: 'mailbox',
    wake: () => bell.resolve(),
    state: record.state,
    start: async () => {
      running ??= loop()
    },
    stop: async () => {
      ending.abort()
      bell.resolve()
      await running
    },
    checks: [
      { ...record.check, facts: () => factsOf(context, record.state) },
      filingCheck(context.database, () => record.state.polls),
    ],
  }
}

/** Every replica knows what waits, but only the one that polls when it last looked. */
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
