import { operations } from '@guidebook/contracts'
import { type Route, route, ServiceError } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { openSession } from './open-session.ts'
import type { OpenId } from './openid.ts'
import { pageOfAccount } from './paths.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** The sign-in page keeps the path for the next attempt. */
function failed(error: string, to?: string) {
  const query = new URLSearchParams({ error, ...(to !== undefined && pageOfAccount(to) !== null && { to }) })
  return { status: 303 as const, location: `/portal/sign-in?${query}` }
}

/** Null for a person who was removed meanwhile. */
function unlessRemoved(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'sign-in-failed') return null
  throw error
}

/** A browser goes through these, so a failure is a page of the portal. */
export const openIdRoutes = (context: Context, limits: SignInLimits, openId: OpenId | null): Route[] => {
  const { cookie } = context.sessions
  return [
    route(operations.beginOpenIdSignIn, async ({ raw, headers, query: { to } }) => {
      await limits.takeAddress(raw)
      if (openId === null) return failed('sign-in-not-configured', to)
      const begun = await openId.begin(to, context.sessions.hashIn(headers.cookie))
      if (typeof begun === 'string') return failed(begun, to)
      return { status: 303, location: begun.url, headers: { 'Set-Cookie': cookie.attempt.set(begun.browser) } }
    }),

    route(operations.finishOpenIdSignIn, async ({ raw, headers }) => {
      await limits.takeAddress(raw)
      if (openId === null) return failed('sign-in-not-configured')
      const { searchParams } = new URL(raw.url ?? '', 'http://localhost')
      const { user, to, session: former } = await openId.finish(searchParams, cookie.attempt.read(headers.cookie))
      if (typeof user === 'string') return failed(user, to)
      await context.sessions.endHashed(former)
      const session = await openSession(context, headers, { user, account: null }).catch(unlessRemoved)
      if (session === null) return failed('openid-unknown', to)
      return { status: 303, location: pageOfAccount(to) ?? '/portal/', headers: { 'Set-Cookie': session.cookie } }
    }),
  ]
}
