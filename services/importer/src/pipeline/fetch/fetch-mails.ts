import { uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { ConnectionLostError, type Inbox, type MailSession, searchUids } from '../../mailbox/session.ts'
import { createFetchQueries, type UnfetchedMail } from './fetch-queries.ts'
import { storeMail } from './store-mail.ts'
import { turnAccountOf } from './turn-account.ts'

/** Mails fetched before decided ones are filed. */
export const pageLength = 100
/** UIDs looked up with one statement. */
const lookupLength = 1_000

export interface FetchOptions {
  inbox: Inbox
  maxBytes: number
  /** Delays before a mail that could not be fetched is retried, milliseconds; after the last it fails. */
  retrySchedule: readonly number[]
  /** Aborts when this replica must stop: the current mail is fetched, but no other. */
  signal: AbortSignal
}

/**
 * UIDs of the open inbox that have not been fetched, oldest first; flags are ignored. `whole`: all mails of the inbox are compared with the fetched
 * ones, otherwise only those behind the last fetched mail.
 */
export const findNewMails = async (
  context: Context,
  session: MailSession,
  inbox: Inbox,
  { whole }: { whole: boolean },
): Promise<number[]> => {
  const queries = createFetchQueries(context.database.knex)
  const from = whole ? 1 : (await queries.position(inbox)) + 1
  const fresh: number[] = []
  const found = (await searchUids(session, `${from}:*`)).filter((uid) => uid >= from)
  for (let start = 0; start < found.length; start += lookupLength) {
    const some = found.slice(start, start + lookupLength)
    const recorded = await queries.recorded(inbox, some)
    fresh.push(...some.filter((uid) => !recorded.has(uid)))
  }
  return fresh
}

/** Mails that could not be fetched and are due for a retry; a few at a time, so that new ones never wait for them. */
export const findDueRetries = (context: Context, inbox: Inbox): Promise<UnfetchedMail[]> =>
  createFetchQueries(context.database.knex).dueRetries(inbox, context.clock.now(), 10)

/** Fetches mails of the open inbox: stores each raw mail in the object store, then its row. */
export const fetchMails = async (
  context: Context,
  session: MailSession,
  options: FetchOptions,
  mails: readonly UnfetchedMail[],
): Promise<void> => {
  const sizes = await sizesOf(session, mails)
  for (const mail of mails) {
    options.signal.throwIfAborted()
    await fetchOne(context, session, options, mail, sizes.get(mail.uid))
    context.wake.emit('mailStored')
  }
}

/** Sizes in bytes. A mail that the server cannot read must not hide the sizes of the others, so an error ends the list. */
const sizesOf = async ({ client }: MailSession, mails: readonly UnfetchedMail[]): Promise<Map<number, number>> => {
  const sizes = new Map<number, number>()
  try {
    const range = mails.map(({ uid }) => uid).join(',')
    for await (const { uid, size } of client.fetch(range, { uid: true, size: true }, { uid: true })) {
      if (size !== undefined) sizes.set(uid, size)
    }
  } catch (error) {
    if (!client.usable) throw new ConnectionLostError('the connection ended during a query for sizes', { cause: error })
  }
  return sizes
}

const fetchOne = async (
  context: Context,
  session: MailSession,
  { inbox, maxBytes, retrySchedule }: FetchOptions,
  mail: UnfetchedMail,
  bytes: number | undefined,
): Promise<void> => {
  const queries = createFetchQueries(context.database.knex)
  const { uid } = mail
  const fetched = () => ({ id: uuidv7(), ...inbox, uid, receivedAt: context.clock.now() })
  const unread = (size: number) => ({ ...fetched(), rawKey: '', rawSha256: '', bytes: size })
  const retryOrFail = async (counted: 'refusals' | 'losses', reason: string, most: number) => {
    context.log.warn({ uid, reason, counted }, 'mail could not be fetched')
    const delay = retrySchedule[Math.min(mail[counted], retrySchedule.length - 1)]
    if (delay === undefined || mail[counted] >= most) {
      await queries.storeFailed(unread(bytes ?? 0), `The mail could not be fetched from the mail server: ${reason}`)
      return
    }
    const now = context.clock.now()
    await queries.recordUnfetched(inbox, uid, { counted, reason, now, retryAt: new Date(now.getTime() + delay) })
  }
  try {
    const fetching = await storeMail(session, context.objects, { uid, bytes, maxBytes })
    if (fetching.outcome === 'refused') return await retryOrFail('refusals', fetching.reason, retrySchedule.length)
    if (fetching.outcome === 'too-large') {
      const reason = `The mail has ${fetching.bytes} bytes; at most ${maxBytes} are read.`
      await queries.storeFailed(unread(fetching.bytes), reason)
    } else if (fetching.outcome === 'stored') {
      const turnAccount = await turnAccountOf(context, fetching.rawKey)
      await queries.store({ ...fetched(), ...fetching, turnAccount })
    } else {
      await queries.deleteUnfetched(inbox, uid)
    }
  } catch (error) {
    // A lost connection is rarely the fault of the mail. But a mail at which the connection always ends must not block the others.
    if (error instanceof ConnectionLostError) {
      await retryOrFail('losses', 'The connection ended.', 3 * retrySchedule.length)
    }
    throw error
  }
}
