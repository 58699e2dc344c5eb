import { fail } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { announce } from './announce.ts'
import { type AccountQueries, type ConnectedAccount, createAccountQueries } from './queries.ts'

type Step = (accounts: AccountQueries) => Promise<boolean>

/** Connects or disconnects two accounts in both directions. Publishes the accounts only when something changed. Returns the first account. */
async function changeConnection(
  trx: Knex.Transaction,
  id: string,
  other: string,
  step: Step,
): Promise<ConnectedAccount> {
  if (id === other) fail('connection-to-self')
  const accounts = createAccountQueries(trx)
  if ((await accounts.lock(id, other)) < 2) fail('not-found')
  if (await step(accounts)) {
    for (const one of [id, other]) {
      await accounts.change(one, {})
      await announce(trx, one)
    }
  }
  return (await accounts.find(id)) ?? fail('not-found')
}

export const connectAccounts = (trx: Knex.Transaction, id: string, other: string) =>
  changeConnection(trx, id, other, (accounts) => accounts.connect(id, other))

export const disconnectAccounts = (trx: Knex.Transaction, id: string, other: string) =>
  changeConnection(trx, id, other, (accounts) => accounts.disconnect(id, other))
