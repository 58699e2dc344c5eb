/** The portal's own operations. */
import { type BodyOf, operations } from '@guidebook/contracts'
import { fail, failWith, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { openImpersonation } from './open-impersonation.ts'
import { openSession } from './open-session.ts'
import type { OpenId } from './openid.ts'
import { openIdRoutes } from './openid-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { passkeySite, proveByPasskey } from './passkeys.ts'
import { presentListed, presentSession } from './present.ts'
import { type Proven, proveByCode, proveByKey, proveByLink, sendCode } from './sign-in.ts'
import type { SignInLimits } from './sign-in-limits.ts'

export function portalRoutes(context: Context, limits: SignInLimits, openId: OpenId | null): Route[] {
  const { database, sessions, settings } = context
  return [
    route(operations.readSignInMethods, async () => ({
      status: 200,
      body: {
        mail: settings.SMTP_URL !== undefined,
        passkey: passkeySite(settings.PUBLIC_URL) !== null,
        openid: openId && { name: openId.name },
      },
    })),

    route(operations.requestSignInCode, async ({ raw, body: { email, to } }) => {
      if (settings.SMTP_URL === undefined) fail('sign-in-not-configured')
      await limits.takeAddress(raw)
      await limits.takeMail(email)
      await sendCode(context, email, to)
      return { status: 202 }
    }),

    route(operations.signIn, async (request) => {
      await limits.takeAddress(request.raw)
      const { impersonation } = request.body
      const session =
        impersonation === undefined
          ? await openSession(context, request.headers, await prove(request.body))
          : await openImpersonation(context, request.headers, impersonation)
      return { status: 201, body: presentSession(session.holder), headers: { 'Set-Cookie': session.cookie } }
    }),

    route(operations.readSession, async ({ headers }) => ({
      status: 200,
      body: presentSession(await sessions.require(headers.cookie)),
    })),

    route(operations.signOut, async ({ headers }) => {
      await sessions.endOwn(headers.cookie)
      return { status: 204, headers: { 'Set-Cookie': sessions.cookie.clear } }
    }),

    route(operations.listSessions, async ({ headers }) => {
      const own = await sessions.require(headers.cookie)
      const items = await sessions.list(own)
      return { status: 200, body: { items: items.map((one) => presentListed(one, own.id)) } }
    }),

    route(operations.endSession, async ({ headers, params }) => {
      const own = await sessions.require(headers.cookie)
      if (!(await sessions.endOther(own, params.session_id))) fail('not-found')
      return { status: 204, ...(params.session_id === own.id && { headers: { 'Set-Cookie': sessions.cookie.clear } }) }
    }),

    route(operations.changePortalUser, async ({ headers, body }) => {
      const { userId } = await sessions.requireProven(headers.cookie)
      const [user = fail('signed-out')] = await database
        .knex('users')
        .where({ id: userId })
        .update({ ...body, id: userId })
        .returning(['id', 'email', 'name', 'language'])
      sessions.forgetRights()
      return { status: 200, body: user }
    }),

    ...passkeyRoutes(context, limits),
    ...openIdRoutes(context, limits, openId),
  ]

  async function prove({ email, code, token, apiKey, passkey }: BodyOf<typeof operations.signIn>): Promise<Proven> {
    if (token !== undefined) return await proveByLink(context, token)
    if (code !== undefined) {
      const address = email ?? failMissing()
      await limits.takeTry(address)
      return await proveByCode(context, address, code)
    }
    if (apiKey !== undefined) return await proveByKey(context, apiKey, email ?? failMissing())
    return await proveByPasskey(context, passkey)
  }
}

const failMissing = () =>
  failWith('required-field', [{ pointer: '/email', code: 'required-field', message: 'is required' }])
