import type { AccountProjection, Fault } from '@guidebook/contracts'
import { type AccountProjections, fail, type Identity, requireAccount, ServiceError } from '@guidebook/service-kit'

/** The projection of an account is needed, and this service does not have it. */
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
 * Runs work that reads projections of accounts from the database. When one is missing (projections are being rebuilt), asks the gateway for
 * it and runs the work again. The work must have no effect when it throws.
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

/** The projection of an account that owns data of this service, so that it must exist. */
export async function requireKnown(accounts: AccountProjections, id: string): Promise<AccountProjection> {
  const account = await accounts.find(id)
  if (account === null) throw new ServiceError('internal-error', { detail: 'an account that owns data does not exist' })
  return account
}

/** The account that sends the request, by its ID; 403 `account-mismatch` for another account's ID. */
export async function operatorById(
  accounts: AccountProjections,
  request: { identity: Identity },
  id: string,
): Promise<AccountProjection> {
  requireAccount(request, id)
  return (await accounts.find(id)) ?? fail('not-found')
}

/** The account that sends the request, by its Operator ID; 403 `account-mismatch` for another account's Operator ID. */
export async function operatorByOid(
  accounts: AccountProjections,
  { identity }: { identity: Identity },
  oid: string,
): Promise<AccountProjection> {
  if (identity.account === null) return fail('account-mismatch')
  const account = await requireKnown(accounts, identity.account)
  return account.oid === oid ? account : fail('account-mismatch')
}

/**
 * The connected account with an Operator ID. An account that does not exist and one that is not connected give the same fault,
 * so that nobody learns who else is a customer.
 */
export async function findPartner(
  accounts: AccountProjections,
  account: string,
  oid: string,
  pointer: string,
): Promise<{ reseller: AccountProjection; fault?: undefined } | { reseller?: undefined; fault: Fault }> {
  const reseller = await accounts.findByOid(oid)
  if (reseller !== null && reseller.id !== account && (await accounts.areConnected(account, reseller.id))) {
    return { reseller }
  }
  return { fault: { pointer, code: 'partner-not-connected', message: 'Must be the OID of a connected account.' } }
}
