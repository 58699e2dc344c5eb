import { uuidv7 } from '@guidebook/service-kit'
import { after, type Context } from '../../context.ts'
import { readMailHeaders } from '../../mail/mail-headers.ts'
import { accountOfSender, sharedTurn } from '../../mail/queries.ts'
import { ConnectionLostError, type Inbox, type MailSession, sizesOf, uidsFrom } from '../../mailbox/session.ts'
import { senderDoubt } from '../../trust/authenticate-sender.ts'
import * as queries from './fetch-queries.ts'
import { storeMail } from './store-mail.ts'

/** UIDs looked up with one statement. */
const lookupLength = 1_000

/**
 * UIDs of the open inbox that have not been fetched, oldest first; flags are ignored. `whole`: all mails of the inbox are compared with the fetched
 * ones, otherwise only those behind the last fetched mail.
 */
export const findNewMails = async (
  { database: { knex } }: Context,
  session: MailSession,
  inbox: Inbox,
  { whole }: { whole: boolean },
): Promise<number[]> => {
  const fresh: number[] = []
  const found = await uidsFrom(session, whole ? 1 : (await queries.lastRecorded(knex, inbox)) + 1)
  for (let start = 0; start < found.length; start += lookupLength) {
    const some = found.slice(start, start + lookupLength)
    const recorded = new Set(await queries.recordedOf(knex, inbox, some))
    fresh.push(...some.filter((uid) => !recorded.has(uid)))
  }
  return fresh
}

/**
 * Fetches mails of the open inbox: stores each raw mail in the object store, then its row. After `signal` has aborted, the current mail is still
 * fetched, but no other.
 */
export const fetchMails = async (
  context: Context,
  session: MailSession,
  inbox: Inbox,
  mails: readonly queries.UnfetchedMail[],
  signal: AbortSignal,
): Promise<void> => {
  const sizes = new Map<number, number>()
  try {
    for await (const { uid, bytes } of sizesOf(
      session,
      mails.map(({ uid }) => uid),
    )) {
      // A flag change that the server reports meanwhile is a row without a size.
      if (bytes > 0) sizes.set(uid, bytes)
    }
  } catch (error) {
    // A mail that the server cannot read must not hide the sizes of the others, so an error ends the list.
    if (!session.client.usable)
      throw new ConnectionLostError('the connection ended during a query for sizes', { cause: error })
  }
  for (const mail of mails) {
    signal.throwIfAborted()
    await fetchOne(context, session, inbox, mail, sizes.get(mail.uid))
    context.wake.emit('mailStored')
  }
}

const fetchOne = async (
  context: Context,
  session: MailSession,
  inbox: Inbox,
  mail: queries.UnfetchedMail,
  bytes: number | undefined,
): Promise<void> => {
  const { log, clock, objects, settings, fetchRetrySchedule } = context
  const { knex } = context.database
  const { uid } = mail
  const maxBytes = settings.IMPORT_MAX_MAIL_BYTES
  const fail = (size: number, reason: string) => {
    const unread = { id: uuidv7(), ...inbox, uid, raw_key: '', raw_sha256: '', bytes: size, received_at: clock.now() }
    return queries.storeFailed(knex, unread, reason)
  }
  const retryOrFail = async (counted: 'refusals' | 'losses', reason: string, most: number) => {
    log.warn({ uid, reason, counted }, 'mail could not be fetched')
    const delay = fetchRetrySchedule[Math.min(mail[counted], fetchRetrySchedule.length - 1)]
    if (delay === undefined || mail[counted] >= most) {
      return await fail(bytes ?? 0, `The mail could not be fetched from the mail server: ${reason}`)
    }
    const unfetched = { ...inbox, uid, reason, since: clock.now(), retry_at: after(context, delay) }
    await queries.recordUnfetched(knex, unfetched, counted)
  }
  try {
    const fetching = await storeMail(session, objects, { uid, bytes, maxBytes })
    if (fetching.outcome === 'refused') {
      await retryOrFail('refusals', fetching.reason, fetchRetrySchedule.length)
    } else if (fetching.outcome === 'too-large') {
      await fail(fetching.bytes, `The mail has ${fetching.bytes} bytes; at most ${maxBytes} are read.`)
    } else if (fetching.outcome === 'stored') {
      const turn_account = await turnAccountOf(context, fetching.mail.raw_key)
      const fetched = { id: uuidv7(), ...inbox, uid, ...fetching.mail, received_at: clock.now(), turn_account }
      await queries.storeFetched(knex, fetched)
    } else {
      await knex('unfetched_mails')
        .where({ ...inbox, uid })
        .delete()
    }
  } catch (error) {
    // A lost connection is rarely the fault of the mail. But a mail at which the connection always ends must not block the others.
    if (error instanceof ConnectionLostError) {
      await retryOrFail('losses', 'The connection ended.', 3 * fetchRetrySchedule.length)
    }
    throw error
  }
}

/**
 * The account whose turn a stored mail waits for. Without a trusted server this is the account of the claimed sender: verifying signatures takes the
 * whole mail and the DNS, which is limited by the turns.
 */
const turnAccountOf = async (context: Context, rawKey: string): Promise<string> => {
  const open = async () => (await context.objects.get(rawKey)).stream
  const headers = await readMailHeaders(await open())
  const account = await accountOfSender(context.database.knex, headers.from)
  if (account === null || context.settings.IMPORT_AUTHSERV_ID === undefined) return account ?? sharedTurn
  const doubt = await senderDoubt(context, { open, ...headers, isLastTry: false })
  return doubt === null ? account : sharedTurn
}
