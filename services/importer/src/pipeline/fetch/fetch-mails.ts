import { uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { turnAccountOf } from './turn-account.ts'
import { createFetchQueries, type Place, type UnfetchedMail } from './fetch-queries.ts'
import { ConnectionLost, type MailSession, searchUids } from '../../mailbox/session.ts'
import { storeMail } from './store-mail.ts'

/** So many mails are fetched before decided ones are filed. */
export const pageLength = 100
/** So many UIDs are looked up at once. */
const lookupLength = 1_000

export interface FetchOrder {
  place: Place
  maxBytes: number
  /** Delays before a mail that could not be fetched is tried again, milliseconds; after the last it is given up. */
  retrySchedule: readonly number[]
  /** Aborts when this replica must stop: the mail in hand is fetched, no other. */
  signal: AbortSignal
}

/**
 * UIDs in the open inbox that have not been fetched, oldest first. Flags say nothing. `whole`: all that lies there is compared
 * with what is known, else only what has come behind the last known mail.
 */
export const findNewMails = async (
  context: Context,
  session: MailSession,
  place: Place,
  { whole }: { whole: boolean },
): Promise<number[]> => {
  const queries = createFetchQueries(context.database.knex)
  const from = whole ? 1 : (await queries.position(place)) + 1
  const fresh: number[] = []
  const found = (await searchUids(session, `${from}:*`)).filter((uid) => uid >= from)
  for (let start = 0; start < found.length; start += lookupLength) {
    const some = found.slice(start, start + lookupLength)
    const known = await queries.known(place, some)
    fresh.push(...some.filter((uid) => !known.has(uid)))
  }
  return fresh
}

/** Mails that could not be fetched and are due again; a few at a time, so that new ones never wait for them. */
export const findDueAgain = (context: Context, place: Place): Promise<UnfetchedMail[]> =>
  createFetchQueries(context.database.knex).dueAgain(place, context.clock.now(), 10)

/** Fetches mails of the open inbox: each raw into the object store, then its row. */
export const fetchMails = async (
  context: Context,
  session: MailSession,
  order: FetchOrder,
  mails: readonly UnfetchedMail[],
): Promise<void> => {
  const sizes = await sizesOf(session, mails)
  for (const mail of mails) {
    order.signal.throwIfAborted()
    await fetchOne(context, session, order, mail, sizes.get(mail.uid))
    context.wakeHandler()
  }
}

/** Bytes of each, as far as the server tells: one mail that it cannot look at must not keep it from telling of the others. */
const sizesOf = async ({ client }: MailSession, mails: readonly UnfetchedMail[]): Promise<Map<number, number>> => {
  const sizes = new Map<number, number>()
  try {
    const range = mails.map(({ uid }) => uid).join(',')
    for await (const { uid, size } of client.fetch(range, { uid: true, size: true }, { uid: true })) {
      if (size !== undefined) sizes.set(uid, size)
    }
  } catch (error) {
    if (!client.usable) throw new ConnectionLost('the connection ended while sizes were asked for', { cause: error })
  }
  return sizes
}

const fetchOne = async (
  context: Context,
  session: MailSession,
  { place, maxBytes, retrySchedule }: FetchOrder,
  mail: UnfetchedMail,
  bytes: number | undefined,
): Promise<void> => {
  const queries = createFetchQueries(context.database.knex)
  const { uid } = mail
  const fetched = () => ({ id: uuidv7(), ...place, uid, receivedAt: context.clock.now() })
  const unread = (size: number) => ({ ...fetched(), rawKey: '', rawSha256: '', bytes: size })
  const note = async (counted: 'refusals' | 'losses', reason: string, most: number) => {
    context.log.warn({ uid, reason, counted }, 'mail could not be fetched')
    const delay = retrySchedule[Math.min(mail[counted], retrySchedule.length - 1)]
    if (delay === undefined || mail[counted] >= most) {
      await queries.storeRefused(unread(bytes ?? 0), `The mail could not be fetched from the mail server: ${reason}`)
      return
    }
    const now = context.clock.now()
    await queries.noteUnfetched(place, uid, { counted, reason, now, retryAt: new Date(now.getTime() + delay) })
  }
  try {
    const fetching = await storeMail(session, context.objects, { uid, bytes, maxBytes })
    if (fetching.outcome === 'refused') return await note('refusals', fetching.reason, retrySchedule.length)
    if (fetching.outcome === 'too-large') {
      const reason = `The mail has ${fetching.bytes} bytes; at most ${maxBytes} are read.`
      await queries.storeRefused(unread(fetching.bytes), reason)
    } else if (fetching.outcome === 'stored') {
      const turnAccount = await turnAccountOf(context, fetching.rawKey)
      await queries.store({ ...fetched(), ...fetching, turnAccount })
    } else {
      await queries.forgetUnfetched(place, uid)
    }
  } catch (error) {
    // Connections end for reasons of their own. But one that always ends at this mail must not keep the others from coming.
    if (error instanceof ConnectionLost) await note('losses', 'The connection ended.', 3 * retrySchedule.length)
    throw error
  }
}
