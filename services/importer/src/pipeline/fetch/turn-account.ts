import type { Context } from '../../context.ts'
import { readMailHeaders } from '../../mail/mail-headers.ts'
import { createMailQueries } from '../../mail/queries.ts'
import { senderDoubt } from '../../trust/authenticate-sender.ts'

/** The turn that is shared by unknown senders and by those that the mail server reports as not authentic. */
export const sharedTurn = '00000000-0000-0000-0000-000000000000'

/**
 * The account whose turn a stored mail waits for. Without a trusted server this is the account of the claimed sender: verifying signatures takes the
 * whole mail and the DNS, which is limited by the turns.
 */
export const turnAccountOf = async (context: Context, rawKey: string): Promise<string> => {
  const open = async () => (await context.objects.get(rawKey)).stream
  const { from, headers } = await readMailHeaders(await open())
  const account = from === null ? null : await createMailQueries(context.database.knex).accountOf(from)
  if (from === null || account === null) return sharedTurn
  if (context.trustedServer === undefined) return account
  const { trustedServer: server, resolver } = context
  const doubt = await senderDoubt({ open, headers, from, server, resolver, isLastTry: false })
  return doubt === null ? account : sharedTurn
}
