import type { AccountProjection } from '@guidebook/contracts'
import { type AccountProjections, ServiceError } from '@guidebook/service-kit'

/** Thrown where an account's projection is needed and this service has none: only then is the gateway asked. */
export class UnknownAccountError extends Error {
  override readonly name = 'UnknownAccountError'
  readonly account: string
  constructor(account: string) {
    super('the account is not known here yet')
    this.account = account
  }
}

/** A release has at most two accounts, its operator and its seller. */
const accountsOfRelease = 2

/**
 * Runs work that reads accounts' projections from the database; when one is missing (a projection that is being rebuilt),
 * the gateway is asked and the work runs again. The work must have no effect when it throws.
 */
export async function withKnownAccounts<T>(accounts: AccountProjections, work: () => Promise<T>): Promise<T> {
  for (let missing = 0; ; missing++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof UnknownAccountError) || missing === accountsOfRelease) throw error
      await requireKnown(accounts, error.account)
    }
  }
}

/** The projection of an account that must exist, because something of ours names it. */
export async function requireKnown(accounts: AccountProjections, id: string): Promise<AccountProjection> {
  const account = await accounts.find(id)
  if (account === null) throw new ServiceError('internal-error', { detail: 'an account that owns data does not exist' })
  return account
}
