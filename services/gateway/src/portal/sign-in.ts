import { setTimeout as sleep } from 'node:timers/promises'
import { fail, queueMail, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { findAccount, lockAccounts } from '../account/queries.ts'
import { isLiveKey } from '../api-key/queries.ts'
import type { Context } from '../context.ts'
import type { UserRow } from '../generated/rows.ts'
import { addMember, findMember, findUser, findUserByEmail, hasAdmin, lockUser, setRole } from '../person/queries.ts'
import { hashOfCode, hashOfToken, isCode, isToken, newCode, newToken } from './secrets.ts'
import { codeMail, signInLink } from './sign-in-mails.ts'
import { countTry, deleteCodes, insertCode, lockLiveCodes, takeLink } from './sign-in-queries.ts'

const minute = 60_000
const codeLifetime = 10 * minute
/** Responses about an address take at least this long, milliseconds, so that their time does not show whether the address is known. */
const leastTime = 100

/** The person who signs in. `account`: the only account of the session; null for all accounts of the person. */
export interface Proven {
  user: UserRow
  account: string | null
}

/** Runs the work in a time that does not depend on what it finds. */
async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), sleep(leastTime)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

/** Sends a code and a link, if the address belongs to a person of at least one account. The link leads to the path `to`. */
export const sendCode = ({ database, clock, settings }: Context, email: string, to?: string): Promise<void> =>
  inEvenTime(() =>
    database.transaction(async (trx) => {
      const user = await findUserByEmail(trx, email)
      if (user === undefined || !(await lockUser(trx, user.id))) return
      const code = newCode()
      const link = await createLink(trx, { user: user.id, now: clock.now(), lifetimeMs: codeLifetime, code })
      const mail = codeMail(user, { code, link: signInLink(settings.PUBLIC_URL, link, to) })
      await queueMail(trx, mail, { about: null, kind: null, urgent: true })
    }),
  )

/** Creates a link that signs in once, and with a `code` also that. Returns the token of the link. */
export async function createLink(
  trx: Knex.Transaction,
  { user, now, lifetimeMs, code }: { user: string; now: Date; lifetimeMs: number; code?: string },
): Promise<string> {
  const id = uuidv7()
  const token = newToken()
  const expires = new Date(now.getTime() + lifetimeMs)
  await insertCode(trx, {
    id,
    user_id: user,
    code_hash: code === undefined ? null : hashOfCode(id, code),
    link_hash: Buffer.from(hashOfToken(token), 'hex'),
    created_at: now,
    expires_at: expires,
    link_expires_at: expires,
  })
  return token
}

/** Throws 401 `sign-in-failed`. A wrong code counts for every code of the person; links do not suffer from it. */
export async function proveByCode({ database, clock }: Context, email: string, code: string): Promise<Proven> {
  const digits = code.replaceAll(' ', '')
  const user = await inEvenTime(() =>
    database.transaction(async (trx) => {
      const live = await lockLiveCodes(trx, email.toLowerCase(), clock.now())
      const ids = live.map(({ id }) => id)
      // All are compared, so that the time does not show which one was close.
      const [matching] = live.filter((row) => isCode(row, digits))
      if (matching === undefined) await countTry(trx, ids)
      else await deleteCodes(trx, ids)
      return matching && (await findUser(trx, matching.user_id))
    }),
  )
  return { user: user ?? fail('sign-in-failed'), account: null }
}

/** Throws 401 `sign-in-failed`. */
export async function proveByLink({ database, clock }: Context, token: string): Promise<Proven> {
  if (!isToken(token)) return fail('sign-in-failed')
  const user = await database.transaction(async (trx) => {
    const id = await takeLink(trx, Buffer.from(hashOfToken(token), 'hex'), clock.now())
    return id === null ? undefined : await findUser(trx, id)
  })
  return { user: user ?? fail('sign-in-failed'), account: null }
}

/**
 * Makes the holder of an account's key its first admin. The key proves nothing about the address, so the session is for this account only.
 * Throws 401 `sign-in-failed`, 403 `account-suspended` and 409 `account-has-admin`.
 */
export async function proveByKey(context: Context, key: string, email: string): Promise<Proven> {
  const { database, clock, keyring, sessions, accountChanges } = context
  const holder = (await keyring.holderOf(key)) ?? fail('sign-in-failed')
  const user = await accountChanges.run(holder.account, () =>
    database.transaction(async (trx) => {
      await lockAccounts(trx, holder.account)
      const account = (await findAccount(trx, holder.account)) ?? fail('sign-in-failed')
      // It may have been revoked while this waited, or at another gateway.
      if (!(await isLiveKey(trx, account.id, holder.id))) return fail('sign-in-failed')
      if (account.suspended_at !== null) return fail('account-suspended')
      if (await hasAdmin(trx, account.id)) return fail('account-has-admin')
      const known = await findUserByEmail(trx, email)
      if (known !== undefined && (await findMember(trx, account.id, known.id)) !== undefined) {
        await setRole(trx, account.id, known.id, 'admin')
        return known
      }
      const invitation = { email, role: 'admin', language: account.default_lang } as const
      return await addMember(trx, account.id, invitation, { by: holder.prefix, now: clock.now() })
    }),
  )
  sessions.forgetRights()
  return { user, account: holder.account }
}
