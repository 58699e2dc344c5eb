import type { Context } from '../../context.ts'
import { readMailHeaders } from '../../mail/mail-headers.ts'
import { accountOfSender } from '../../mail/queries.ts'
import { senderDoubt } from '../../trust/authenticate-sender.ts'

/** The turn that is shared by unknown senders and by those that the mail server reports as not authentic. */
export const sharedTurn = '00000000-0000-0000-0000-000000000000'

/**
 * The account whose turn a stored mail waits for. Without a trusted server this is the account of the claimed sender: verifying signatures takes the
 * whole mail and the DNS, which is limited by the turns.
 */
export const turnAccountOf = async (context: Context, rawKey: string): Promise<string> => {
  const open = async () => (await context.objects.get(rawKey)).stream
  const headers = await readMailHeaders(await open())
  const account = await accountOfSender(context.database.knex, headers.from)
  if (account === null || context.settings.IMPORT_AUTHSERV_ID === undefined) return account ?? sharedTurn
  const doubt = await senderDoubt(context, { open, ...headers, isLastTry: false })
  return doubt === null ? account : sharedTurn
}
