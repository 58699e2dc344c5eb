import { prepared, ServiceError } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/**
 * Invitations that keys and people of an account may send in 24 hours: enough to invite all people that an account can have. Without these limits,
 * invitations and removals in turn would send any number of mails. Support's invitations count and are not refused.
 */
const mostOfAccount = 500
const mostToAddress = 5

/** The subject matter of the mail with an invitation, by which the account's invitations are counted. */
export const aboutInvitation = (account: string) => ({ about: account, kind: null, account })

/** Exact only while the caller holds the account's lock. Throws 429 `rate-limited`. */
export async function requireInvitationsLeft(trx: Knex.Transaction, account: string, email: string): Promise<void> {
  // Seconds until there is room again; null or negative when there is.
  const [waits] = await prepared<Record<'account' | 'address', number | null>>(
    trx,
    'gateway/invitations-left',
    `with recent as (
       select created_at, lower(content->>'to') as address from outgoing_mails where about = :about
        order by id desc limit ${mostOfAccount}),
     full_since as (
       select (select min(created_at) from recent having count(*) = ${mostOfAccount}) as account,
              (select created_at from recent where address = :email order by created_at desc offset ${mostToAddress - 1} limit 1) as address)
     select ceil(extract(epoch from account + interval '24 hours' - now()))::integer as account,
            ceil(extract(epoch from address + interval '24 hours' - now()))::integer as address
       from full_since`,
    { about: aboutInvitation(account).about, email: email.toLowerCase() },
  )
  refuseFor(waits?.address, `The account invited this person ${mostToAddress} times in 24 hours.`)
  refuseFor(waits?.account, `The account sent ${mostOfAccount} invitations in 24 hours.`)
}

function refuseFor(seconds: number | null | undefined, reason: string): void {
  if (typeof seconds !== 'number' || seconds <= 0) return
  const detail = `${reason} Wait, or ask support to invite the person.`
  throw new ServiceError('rate-limited', { detail, headers: { 'Retry-After': String(seconds) } })
}
