import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds. A beat and its answer together are shorter than the silence: who is cut off stops before the lock is given away. */
export interface LockTiming {
  /** Between two signs of life of the holder. */
  beatMs: number
  /** An answer that takes longer is a lost connection. */
  answerMs: number
  /** PostgreSQL ends a session that it has not heard of for so long: its host has vanished, or its process hangs. */
  silenceMs: number
}

const usual: LockTiming = { beatMs: 5_000, answerMs: 5_000, silenceMs: 20_000 }

/** Told to PostgreSQL, so that whoever looks into `pg_stat_activity` knows what this session is for. */
export const sessionName = 'importer mailbox'

export interface SolePollerOptions {
  /** Leads to PostgreSQL itself, or to a pooler that keeps a session for one client: the lock is the session's. */
  databaseUrl: string
  mailbox: string
  timing?: LockTiming
}

/**
 * Runs the work only while this process holds the mailbox's lock in PostgreSQL: one poller per mailbox, however many
 * replicas. `false` when another holds it. The lock is that of a session of its own, so no transaction stays open while
 * IMAP is spoken, and it ends with the session: `lost` aborts at once then, and the error says why.
 */
export const asSolePoller = async (
  { databaseUrl, mailbox, timing = usual }: SolePollerOptions,
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
  session.on('end', () => lost.abort(new Error('the session that held the mailbox has ended')))
  await session.connect()
  try {
    if (!(await tryLock(session, mailbox))) return false
    const done = new AbortController()
    const beating = beat(session, timing.beatMs, done.signal, lost)
    try {
      await work(lost.signal)
    } finally {
      done.abort()
      await beating
      // What failed by the loss is no news: the loss is.
      lost.signal.throwIfAborted()
    }
    return true
  } finally {
    // A server that has vanished does not say goodbye.
    await Promise.race([session.end(), sleep(timing.answerMs, undefined, { ref: false })])
  }
}

const tryLock = async (session: pg.Client, mailbox: string): Promise<boolean> => {
  const { rows } = await session.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtext('importer mailbox'), hashtext($1)) as held`,
    [mailbox],
  )
  return rows[0]?.held ?? false
}

/** Shows PostgreSQL that the holder lives, and the holder that its session does. */
const beat = async (session: pg.Client, everyMs: number, done: AbortSignal, lost: AbortController): Promise<void> => {
  try {
    for (;;) {
      await sleep(everyMs, undefined, { signal: done })
      await session.query('select 1')
    }
  } catch (error) {
    if (!done.aborted) lost.abort(error)
  }
}
