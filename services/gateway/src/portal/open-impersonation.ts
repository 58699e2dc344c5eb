import type { IncomingHttpHeaders } from 'node:http'
import { fail } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { useLink } from './impersonation-queries.ts'
import { hashOfToken, newToken } from './secrets.ts'
import type { SessionHolder } from './session-queries.ts'

/** Nothing extends it: support opens another one. */
const lifetimeMs = 60 * 60_000

const hashOf = (token: string) => Buffer.from(hashOfToken(token), 'hex')

/** Opens the session of support's link, with a new token, and ends the session that the browser had. Throws 401 `sign-in-failed`. */
export async function openImpersonation(
  { database, clock, sessions, log }: Pick<Context, 'database' | 'clock' | 'sessions' | 'log'>,
  headers: IncomingHttpHeaders,
  link: string,
): Promise<{ holder: SessionHolder; cookie: string }> {
  const token = newToken()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const opened = await useLink(database.knex, { linkHash: hashOf(link), tokenHash: hashOf(token), now, expiresAt })
  if (opened === null) return fail('sign-in-failed')
  await sessions.endOwn(headers.cookie)
  log.info({ account: opened.account, impersonation: opened.id }, 'support opened the portal of an account')
  const cookie = sessions.cookie.set(token, expiresAt)
  return { holder: (await sessions.find(cookie)) ?? fail('sign-in-failed'), cookie }
}
