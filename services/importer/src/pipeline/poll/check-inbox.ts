import type { Context } from '../../context.ts'
import { type MailSession, openInbox } from '../../mailbox/session.ts'
import { fetchMails, findNewMails } from '../fetch/fetch-mails.ts'
import { cancelOtherRetries, dueRetries } from '../fetch/fetch-queries.ts'
import { fileMails } from '../file/file-mails.ts'

/** Mails fetched before decided ones are filed. */
const pageLength = 100

interface CheckOptions {
  /** Compare all mails of the inbox with the fetched ones, instead of only those behind the last fetched mail. */
  whole: boolean
  /** Called after each step with the number of mails that are still to be fetched. */
  onProgress: (waiting: number) => void
  signal: AbortSignal
}

/**
 * Checks the inbox once: fetches new mails page by page, and files decided ones after each page. After a change of UIDVALIDITY all mails are fetched
 * again, and repetitions are recognised by their bytes. `true` when more work can be done immediately.
 */
export const checkInbox = async (
  context: Context,
  session: MailSession,
  { whole, onProgress, signal }: CheckOptions,
): Promise<boolean> => {
  const { knex } = context.database
  const inbox = await openInbox(session)
  // Retries with an old UIDVALIDITY, or in a mailbox that is no longer configured, are cancelled.
  if (whole) await cancelOtherRetries(knex, inbox)
  const fresh = await findNewMails(context, session, inbox, { whole })
  let filed = 0
  for (let start = 0; start === 0 || start < fresh.length; start += pageLength) {
    const page = fresh.slice(start, start + pageLength).map((uid) => ({ uid, refusals: 0, losses: 0 }))
    if (page.length > 0) await fetchMails(context, session, inbox, page, signal)
    const waiting = Math.max(0, fresh.length - start - pageLength)
    onProgress(waiting)
    signal.throwIfAborted()
    filed = await fileMails(context, session, inbox)
    onProgress(waiting)
  }
  // Last, so that a mail at which the connection always ends blocks no other work.
  const due = await dueRetries(knex, inbox, context.clock.now())
  if (due.length > 0) await fetchMails(context, session, inbox, due, signal)
  return filed > 0
}
