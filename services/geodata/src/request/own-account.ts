import { failWith, type OperationRequest, requireAccount } from '@guidebook/service-kit'

/** The account that the request names, else the caller's own. Throws 403 for another account's. */
export function ownAccount(request: Pick<OperationRequest, 'identity'>, named: string | undefined): string {
  const account = named ?? request.identity.account
  if (account === null) {
    return failWith('required-field', [{ pointer: '/account', code: 'required-field', message: 'is required' }])
  }
  requireAccount(request, account)
  return account
}
