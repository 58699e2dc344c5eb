/** Sessions of support's people in a browser. They send few requests, so each request looks its session up: an ended one is refused at once. */
import { type Clock, type Database, fail, uuidv7 } from '@guidebook/service-kit'
import type { SupportSessionRow } from '../generated/rows.ts'
import { hashOfToken, isToken, newToken } from '../portal/secrets.ts'
import { supportCookie } from './session-cookie.ts'

const minute = 60_000
const idleMs = 60 * minute
const lifetimeMs = 12 * 60 * minute
/** A use is recorded at most once in this time. */
const touchEveryMs = minute

export interface SupportHolder {
  name: string
  expiresAt: Date
}

export type SupportSessions = ReturnType<typeof createSupportSessions>

export function createSupportSessions({ knex }: Database, clock: Clock) {
  const hashIn = (cookies: string | undefined): Buffer | null => {
    const token = supportCookie.read(cookies)
    return isToken(token) ? Buffer.from(hashOfToken(token), 'hex') : null
  }

  async function find(cookies: string | undefined): Promise<SupportHolder | null> {
    const token_hash = hashIn(cookies)
    if (token_hash === null) return null
    const now = clock.now()
    const row: (SupportSessionRow & { name: string }) | undefined = await knex('support_sessions as s')
      .join('admin_tokens as t', 't.id', 's.admin_token')
      .where({ 's.token_hash': token_hash })
      .whereNull('t.revoked_at')
      .where('s.expires_at', '>', now)
      .where('s.last_used_at', '>', new Date(now.getTime() - idleMs))
      .first('s.*', 't.name')
    if (row === undefined) return null
    if (now.getTime() - row.last_used_at.getTime() > touchEveryMs) {
      await knex('support_sessions').where({ id: row.id }).update({ last_used_at: now })
    }
    return { name: row.name, expiresAt: row.expires_at }
  }

  return {
    /** Throws 401 `signed-out`. */
    require: async (cookies: string | undefined): Promise<SupportHolder> => (await find(cookies)) ?? fail('signed-out'),

    /** Always a new token: nobody who set a cookie before knows it. */
    async open(adminToken: string) {
      const token = newToken()
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + lifetimeMs)
      const token_hash = Buffer.from(hashOfToken(token), 'hex')
      const times = { created_at: now, last_used_at: now, expires_at: expiresAt }
      await knex('support_sessions').insert({ id: uuidv7(), admin_token: adminToken, token_hash, ...times })
      return { token, expiresAt }
    },

    /** Ends the session of a cookie, if there is one. */
    async endOwn(cookies: string | undefined): Promise<void> {
      const token_hash = hashIn(cookies)
      if (token_hash !== null) await knex('support_sessions').where({ token_hash }).delete()
    },
  }
}
