import { operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { openSession } from './open-session.ts'
import type { OpenId } from './openid.ts'
import type { SignInLimits } from './sign-in-limits.ts'

const page = '/portal/'
const failed = (error: string) => ({ status: 303 as const, location: `/portal/sign-in?error=${error}` })

/** A browser goes through these, so a failure is a page of the portal. */
export const openIdRoutes = (context: Context, limits: SignInLimits, openId: OpenId | null): Route[] => {
  const { cookie } = context.sessions
  return [
    route(operations.beginOpenIdSignIn, async ({ raw }) => {
      await limits.takeAddress(raw)
      if (openId === null) return failed('sign-in-not-configured')
      const begun = await openId.begin()
      if (typeof begun === 'string') return failed(begun)
      return { status: 303, location: begun.url, headers: { 'Set-Cookie': cookie.attempt.set(begun.browser) } }
    }),

    route(operations.finishOpenIdSignIn, async ({ raw, headers }) => {
      await limits.takeAddress(raw)
      if (openId === null) return failed('sign-in-not-configured')
      const { searchParams } = new URL(raw.url ?? '', 'http://localhost')
      const user = await openId.finish(searchParams, cookie.attempt.read(headers.cookie))
      if (typeof user === 'string') return failed(user)
      const session = await openSession(context, headers, { user, account: null })
      return { status: 303, location: page, headers: { 'Set-Cookie': session.cookie } }
    }),
  ]
}
