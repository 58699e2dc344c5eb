import type { Context } from '../../context.ts'
import { type FetchOrder, fetchMails, findDueAgain, findNewMails, pageLength } from '../fetch/fetch-mails.ts'
import { createFetchQueries } from '../fetch/fetch-queries.ts'
import { fileMails } from '../file/file-mails.ts'
import { type MailSession, openInbox } from '../../mailbox/session.ts'

export interface LookOptions extends Omit<FetchOrder, 'place'> {
  mailbox: string
  /** Compare all that lies in the inbox with what is known, not only what has come behind the last known mail. */
  whole: boolean
  /** Told after each step, with the number of mails that are still to be fetched. */
  onProgress: (waiting: number) => void
}

/**
 * Looks into the inbox once: fetches what is new, page by page, and files what is decided after each page. An inbox that was
 * numbered anew has a position of its own, at its beginning: all of it is fetched again, and what has come before is recognised
 * by its bytes. `true` when something is left to do at once.
 */
export const lookIntoInbox = async (context: Context, session: MailSession, options: LookOptions): Promise<boolean> => {
  const { mailbox, whole, onProgress, signal } = options
  const place = { mailbox, uidValidity: await openInbox(session) }
  const order = { ...options, place }
  if (whole) await createFetchQueries(context.database.knex).forgetOtherNumbers(place)
  const fresh = await findNewMails(context, session, place, { whole })
  let filed = 0
  for (let start = 0; start === 0 || start < fresh.length; start += pageLength) {
    const page = fresh.slice(start, start + pageLength).map((uid) => ({ uid, refusals: 0, losses: 0 }))
    if (page.length > 0) await fetchMails(context, session, order, page)
    const waiting = Math.max(0, fresh.length - start - pageLength)
    onProgress(waiting)
    signal.throwIfAborted()
    filed = await fileMails(context, session, place)
    onProgress(waiting)
  }
  // Last, so that one at which the connection always ends keeps nothing else from being done.
  const again = await findDueAgain(context, place)
  if (again.length > 0) await fetchMails(context, session, order, again)
  return filed > 0
}
