import { type Clock, type Database, fail, isUuid, ServiceError, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { GatewaySettings } from '../config.ts'
import type { UserRow } from '../generated/rows.ts'
import { createCachedLookup } from '../lookup/cached-lookup.ts'
import { endImpersonation } from './impersonation-queries.ts'
import { hashOfToken, isToken, newToken } from './secrets.ts'
import { createSessionCookie } from './session-cookie.ts'
import {
  deleteOldestSessions,
  deleteSessions,
  findSessions,
  insertSession,
  listSessions,
  type SessionHolder,
  touchSessions,
} from './session-queries.ts'

/** A use is recorded at most once in this time, milliseconds. */
const touchEvery = 60_000
const longestUserAgent = 300

type SessionSettings = Pick<GatewaySettings, 'PUBLIC_URL' | 'PORTAL_SESSION_IDLE' | 'PORTAL_SESSION_LIFETIME'>

export interface NewSession {
  user: Pick<UserRow, 'id'>
  /** For a session that was opened with an API key: its account. */
  account: string | null
  userAgent: string | undefined
}

export type Sessions = ReturnType<typeof createSessions>

/** The sessions of people in the portal, found by the token in their cookie. */
export function createSessions({ knex }: Database, clock: Clock, settings: SessionSettings) {
  const cookie = createSessionCookie(settings.PUBLIC_URL)
  const limits = () => {
    const now = clock.now()
    return { now, idleSince: new Date(now.getTime() - settings.PORTAL_SESSION_IDLE) }
  }
  const lookup = createCachedLookup<SessionHolder>({
    hashFor: (token) => (isToken(token) ? hashOfToken(token) : null),
    async lookUp(hashes) {
      const { now, idleSince } = limits()
      const holders = await findSessions(knex, hashes, { now, idleSince })
      const unused = holders.flatMap((one) =>
        one !== null && now.getTime() - one.lastUsedAt.getTime() > touchEvery ? [one.id] : [],
      )
      if (unused.length > 0) await touchSessions(knex, unused, now)
      return holders
    },
  })
  const find = (cookies: string | undefined) => lookup.holderOf(cookie.read(cookies))

  async function end(where: Parameters<typeof deleteSessions>[1]): Promise<number> {
    const hashes = await deleteSessions(knex, where)
    for (const hash of hashes) lookup.forget(hash)
    return hashes.length
  }

  /** The hash of the token in a cookie, in hexadecimal digits; null if there is none. */
  function hashIn(cookies: string | undefined): string | null {
    const token = cookie.read(cookies)
    return isToken(token) ? hashOfToken(token) : null
  }

  /** Ends the session whose token has the hash, if there is one. */
  async function endHashed(hash: string | null): Promise<void> {
    if (hash === null) return
    const token_hash = Buffer.from(hash, 'hex')
    if ((await end({ token_hash })) > 0) return
    await endImpersonation(knex, token_hash, clock.now())
    lookup.forget(hash)
  }

  return {
    cookie,
    find,
    forgetRights: lookup.forgetAll,

    /** Throws 401 `signed-out`. */
    require: async (cookies: string | undefined): Promise<SessionHolder> => (await find(cookies)) ?? fail('signed-out'),

    /** Like `require`, for what concerns the person and not one account. Throws 403 `own-proof-needed` in a session that a key or support opened. */
    async requireProven(cookies: string | undefined): Promise<SessionHolder> {
      const holder = (await find(cookies)) ?? fail('signed-out')
      if (holder.account !== null) throw new ServiceError('own-proof-needed')
      return holder
    },

    /** Always a new token, so that nobody else knows it: not who set a cookie before. Ends the oldest session of too many. */
    async open(trx: Knex.Transaction, { user, account, userAgent }: NewSession) {
      const token = newToken()
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + settings.PORTAL_SESSION_LIFETIME)
      for (const hash of await deleteOldestSessions(trx, { user_id: user.id, account })) lookup.forget(hash)
      await insertSession(trx, {
        id: uuidv7(),
        user_id: user.id,
        token_hash: Buffer.from(hashOfToken(token), 'hex'),
        account,
        user_agent: userAgent?.slice(0, longestUserAgent) ?? null,
        created_at: now,
        last_used_at: now,
        expires_at: expiresAt,
      })
      return { token, expiresAt }
    },

    list: (holder: SessionHolder) => listSessions(knex, holder, limits()),

    hashIn,
    endHashed,

    /** Ends the session of a cookie, if there is one. */
    endOwn: (cookies: string | undefined): Promise<void> => endHashed(hashIn(cookies)),

    /** Ends a session of the same person. Returns whether there was one. */
    async endOther({ userId, account }: SessionHolder, id: string): Promise<boolean> {
      if (!isUuid(id)) return false
      return (await end({ id, user_id: userId, ...(account === null ? {} : { account }) })) > 0
    },
  }
}
