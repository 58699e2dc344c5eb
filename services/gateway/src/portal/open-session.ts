import type { IncomingHttpHeaders } from 'node:http'
import { fail } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { lockUser } from '../person/queries.ts'
import type { SessionHolder } from './session-queries.ts'
import type { Proven } from './sign-in.ts'
import { noteSignIn } from './sign-in-queries.ts'

/**
 * Opens a session, and ends the one whose cookie the browser sent. Returns the session and the cookie to set. Throws 401 `sign-in-failed` when the
 * person was removed meanwhile.
 */
export async function openSession(
  { database, clock, sessions }: Pick<Context, 'database' | 'clock' | 'sessions'>,
  headers: IncomingHttpHeaders,
  { user, account }: Proven,
): Promise<{ holder: SessionHolder; cookie: string }> {
  await sessions.endOwn(headers.cookie)
  const { token, expiresAt } = await database.transaction(async (trx) => {
    if (!(await lockUser(trx, user.id))) fail('sign-in-failed')
    await noteSignIn(trx, { user: user.id, account, now: clock.now() })
    return await sessions.open(trx, { user, account, userAgent: headers['user-agent'] })
  })
  const cookie = sessions.cookie.set(token, expiresAt)
  return { holder: (await sessions.find(cookie)) ?? fail('sign-in-failed'), cookie }
}
