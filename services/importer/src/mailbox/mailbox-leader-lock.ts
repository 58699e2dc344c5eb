import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, withLease } from '@guidebook/service-kit'
import pg from 'pg'

/** Milliseconds. A beat and its response together are shorter than the silence, so a leader that is cut off stops before the lock is free. */
export interface LockTiming {
  /** Time between two queries that keep the session alive. */
  beatMs: number
  /** A query that takes longer counts as a lost connection. */
  answerMs: number
  /** PostgreSQL ends a session that is idle for so long: its host is unreachable, or its process hangs. */
  silenceMs: number
}

const defaultTiming: LockTiming = { beatMs: 5_000, answerMs: 5_000, silenceMs: 20_000 }

/** Name of the session in `pg_stat_activity`. */
export const sessionName = 'importer mailbox'

interface LeaderLockOptions {
  /** Connects to PostgreSQL itself, or to a pooler in session mode: the lock belongs to the session. */
  databaseUrl: string
  mailbox: string
  log: Logger
  timing?: LockTiming
}

/**
 * Runs the work only while this process holds the advisory lock of the mailbox, so that one replica polls it. `false` when another process holds
 * the lock. The lock belongs to a dedicated session: no transaction stays open during IMAP commands, and the lock ends with the session. Then
 * `lost` aborts immediately, and the error has the reason.
 */
export const withLeaderLock = async (
  { databaseUrl, mailbox, log, timing = defaultTiming }: LeaderLockOptions,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const session = new pg.Client({
    connectionString: databaseUrl,
    application_name: sessionName,
    options: `-c idle_session_timeout=${timing.silenceMs}`,
    connectionTimeoutMillis: timing.answerMs,
    query_timeout: timing.answerMs,
    keepAlive: true,
  })
  const lost = new AbortController()
  session.on('error', (error) => lost.abort(error))
  const onEnd = () => lost.abort(new Error('the session that held the mailbox lock has ended'))
  session.on('end', onEnd)
  await session.connect()
  try {
    const sql = `select pg_try_advisory_lock(hashtext('importer mailbox'), hashtext($1)) as held`
    const { rows } = await session.query<{ held: boolean }>(sql, [mailbox])
    if (!rows[0]?.held) return false
    // The first failed query ends the leadership, so the lock is never assumed for longer than the session lives.
    const renew = async () => {
      await session.query('select 1').catch((error: unknown) => lost.abort(error))
      return !lost.signal.aborted
    }
    try {
      await withLease({ leaseMs: timing.silenceMs, renewEveryMs: timing.beatMs, renew, log }, () => work(lost.signal))
    } finally {
      // Report the lost lock, not the errors that it caused.
      lost.signal.throwIfAborted()
      // A pooler keeps the session of PostgreSQL for a while, and a leader that reconnects immediately would find its own lock taken.
      await session.query('select pg_advisory_unlock_all()')
    }
    return true
  } finally {
    // The lock is released, not lost.
    session.off('end', onEnd)
    // An unreachable server does not confirm the end.
    await Promise.race([session.end(), sleep(timing.answerMs, undefined, { ref: false })])
  }
}
