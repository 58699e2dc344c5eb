import type { ServiceName } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'
import { isUuid } from '../uuid.ts'

/** The sender of a request, as its signed internal token says. */
export interface Identity {
  scope: 'partner' | 'support' | 'service' | 'traveller'
  /** The service that signed the token. */
  issuer: ServiceName
  account: string | null
  oid: string | null
  /** Whether the account is a test account. */
  test: boolean
  /** The sender as the audit log shows it: a key's prefix, `support`, a service's name. */
  actor: string
  keyPrefix?: string
  /** The API key of a partner's request, by its id. */
  keyId?: string
}

/** The part of an identity that a caller states; the signature proves the issuer. */
export type StatedIdentity = Omit<Identity, 'issuer'>

/** The identity of a service that acts by itself. */
export function serviceIdentity(service: ServiceName): StatedIdentity {
  return { scope: 'service', account: null, oid: null, test: false, actor: service }
}

/** Throws 403 `account-mismatch` for a partner that names an account other than its own. Support may name any account. */
export function requireAccount(request: { identity: Identity }, account: string): void {
  const { scope, account: own } = request.identity
  // A malformed identifier is treated like an unknown one; PostgreSQL would refuse it.
  if (scope === 'support' && !isUuid(account)) throw new ServiceError('not-found')
  if (scope === 'support' || own === account) return
  throw accountMismatch(account)
}

/** Says what an account ID looks like: an Operator ID is often sent in its place. */
export function accountMismatch(account: string): ServiceError {
  const message = isUuid(account)
    ? 'This is not the account of the API key. GET /account returns its account ID.'
    : 'An account ID is a UUID such as 018f7c2e-5d1a-7c3b-9f2e-6a1b2c3d4e5f, not an Operator ID. GET /account returns that of the API key.'
  return new ServiceError('account-mismatch', { faults: [{ pointer: '/account', code: 'account-mismatch', message }] })
}
