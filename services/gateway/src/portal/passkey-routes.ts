import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import type { PasskeyRow } from '../generated/rows.ts'
import { enrol, enrolmentOptions, listPasskeys, signInOptions } from './passkeys.ts'
import type { SignInLimits } from './sign-in-limits.ts'

const present = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
})

/** Passkeys of the person who is signed in. */
export const passkeyRoutes = (context: Context, limits: SignInLimits): Route[] => {
  const { sessions, database } = context
  return [
    route(operations.passkeySignInOptions, async ({ raw }) => {
      await limits.takeAddress(raw)
      return { status: 200, body: await signInOptions(context) }
    }),
    route(operations.passkeyOptions, async ({ headers }) => {
      const own = await sessions.requireProven(headers.cookie)
      return { status: 200, body: await enrolmentOptions(context, own) }
    }),
    route(operations.enrolPasskey, async ({ headers, body: { credential, name = 'Passkey' } }) => {
      const { userId } = await sessions.requireProven(headers.cookie)
      return { status: 201, body: present(await enrol(context, userId, { credential, name })) }
    }),
    route(operations.listPasskeys, async ({ headers }) => {
      const { userId } = await sessions.requireProven(headers.cookie)
      return { status: 200, body: { items: (await listPasskeys(database.knex, userId)).map(present) } }
    }),
    route(operations.removePasskey, async ({ headers, params: { passkey_id: id } }) => {
      const { userId } = await sessions.requireProven(headers.cookie)
      const removed = await database.knex('passkeys').where({ id, user_id: userId }).delete()
      if (removed === 0) fail('not-found')
      return { status: 204 }
    }),
  ]
}
