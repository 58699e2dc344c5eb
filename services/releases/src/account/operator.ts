import type { AccountProjection } from '@guidebook/contracts'
import { type AccountProjections, fail, type Identity, requireAccount } from '@guidebook/service-kit'
import { requireKnown } from './known-accounts.ts'

/** The account that acts and is named by its id; 403 `account-mismatch` when it is another's. */
export async function operatorById(
  accounts: AccountProjections,
  request: { identity: Identity },
  id: string,
): Promise<AccountProjection> {
  requireAccount(request, id)
  return (await accounts.find(id)) ?? fail('not-found')
}

/** The account that acts and is named by its Operator ID; 403 `account-mismatch` when it is another's. */
export async function operatorByOid(
  accounts: AccountProjections,
  { identity }: { identity: Identity },
  oid: string,
): Promise<AccountProjection> {
  if (identity.account === null) return fail('account-mismatch')
  const account = await requireKnown(accounts, identity.account)
  return account.oid === oid ? account : fail('account-mismatch')
}
