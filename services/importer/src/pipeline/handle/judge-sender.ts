import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import type { MailHeaders } from '../../mail/mail-headers.ts'
import type { MailRow } from '../../mail/queries.ts'
import { senderDoubt } from '../../trust/authenticate-sender.ts'

/** How long a mail waits for a DNS response about its sender, milliseconds. */
const unverifiedForMs = 24 * 3_600_000

/** The account that a mail is trusted for, or the reason for its quarantine. */
export type SenderVerdict = { account: string } | { doubt: string }

/** Trusts a mail whose sender is on the account's list and is authentic, and a mail that support has released from quarantine. */
export const judgeSender = async (
  context: Context,
  { released_by, received_at }: Pick<MailRow, 'released_by' | 'received_at'>,
  { from, headers }: MailHeaders,
  account: string | null,
  open: () => Promise<Readable>,
): Promise<SenderVerdict> => {
  if (released_by !== null) return account === null ? { doubt: 'The sender belongs to no account.' } : { account }
  if (from === null) return { doubt: 'The mail has no single sender.' }
  if (account === null) return { doubt: 'The sender is on no account’s list.' }
  const doubt = await senderDoubt({
    open,
    headers,
    from,
    server: context.trustedServer,
    resolver: context.resolver,
    isLastTry: context.clock.now().getTime() - received_at.getTime() > unverifiedForMs,
  })
  return doubt === null ? { account } : { doubt }
}
