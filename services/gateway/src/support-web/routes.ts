/** Signing in to support's web application. */
import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import { findAdminToken } from '../admin/tokens.ts'
import { isWellFormedAdminToken } from '../api-key/key-format.ts'
import type { Context } from '../context.ts'
import { supportCookie } from './session-cookie.ts'
import type { SupportSessions } from './sessions.ts'

export const supportSessionRoutes = (
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  sessions: SupportSessions,
): Route[] => [
  /** Only personal tokens: each change is logged with the name of its person. */
  route(operations.signInToSupport, async ({ headers, body: { token } }) => {
    const known = isWellFormedAdminToken(token) ? await findAdminToken(database.knex, token, clock.now()) : null
    if (known === null) return fail('sign-in-failed', 'Use a personal admin token that is not revoked.')
    await sessions.endOwn(headers.cookie)
    const opened = await sessions.open(known.id)
    log.info({ name: known.name }, 'support signed in')
    return {
      status: 201,
      body: { name: known.name, expiresAt: opened.expiresAt.toISOString() },
      headers: {
        'Set-Cookie': supportCookie.set(opened.token, { expiresAt: opened.expiresAt, origin: headers.origin }),
      },
    }
  }),
  route(operations.readSupportSession, async ({ headers }) => {
    const { name, expiresAt } = await sessions.require(headers.cookie)
    return { status: 200, body: { name, expiresAt: expiresAt.toISOString() } }
  }),
  route(operations.signOutOfSupport, async ({ headers }) => {
    await sessions.endOwn(headers.cookie)
    return { status: 204, headers: { 'Set-Cookie': supportCookie.clear(headers.cookie) } }
  }),
]
