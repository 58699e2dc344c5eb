import type { OperationRequest } from '@guidebook/service-kit'
import { failWith, requireAccount } from '@guidebook/service-kit'

/** Whose list is asked for: the account that is named, else the caller's own. */
export const ownAccount = (request: Pick<OperationRequest, 'identity'>, named: string | undefined): string => {
  const account = named ?? request.identity.account
  if (account === null) {
    return failWith('required-field', [{ pointer: '/account', code: 'required-field', message: 'is required' }])
  }
  requireAccount(request, account)
  return account
}
