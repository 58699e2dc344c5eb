/** Suspends an account: its keys and people are refused, and its mails stay in quarantine. Trip Links continue to work. */
import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { setSuspension } from './change-accounts.ts'
import { presentAccount } from './present.ts'

export const suspensionRoutes = ({ database, clock, keyring, sessions }: Context): Route[] => {
  const change = async (id: string, reason: string | null) => {
    const row = await database.transaction((trx) => setSuspension(trx, id, reason, clock.now()))
    // Other gateways know it within seconds, like the revocation of a key.
    keyring.forgetAll()
    sessions.forgetRights()
    return row ?? fail('not-found')
  }
  return [
    route(operations.suspendAccount, async ({ params, body: { reason } }) => ({
      status: 200,
      body: presentAccount(await change(params.account_id, reason)),
    })),
    route(operations.reactivateAccount, async ({ params }) => {
      await change(params.account_id, null)
      return { status: 204 }
    }),
  ]
}
