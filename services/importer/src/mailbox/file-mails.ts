import type { ImapFlow } from 'imapflow'
import type { Context } from '../context.ts'
import { createMailQueries } from '../mail/queries.ts'
import { folders } from './connection.ts'
import type { InboxState } from './fetch-mails.ts'

/**
 * Moves decided mails out of the inbox; only after their effect is committed. One that is no longer there was moved just
 * before a crash, so it only has to be noted.
 */
export const fileMails = async (
  context: Context,
  client: ImapFlow,
  mailbox: string,
  inbox: InboxState,
): Promise<void> => {
  const mails = createMailQueries(context.database.knex)
  const present = new Set(inbox.mails.map(({ uid }) => uid))
  for (const { id, uid, state } of await mails.toFile(mailbox, inbox.uidValidity)) {
    const folder = folders[state as keyof typeof folders]
    if (present.has(uid)) await client.messageMove(String(uid), folder, { uid: true })
    await mails.markFiled(id, folder)
  }
}
