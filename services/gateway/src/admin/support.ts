import { hash, timingSafeEqual } from 'node:crypto'
import { type Identity, ServiceError, type StatedIdentity, type Verifier } from '@guidebook/service-kit'

/** The identity of support in other services and in the audit log. */
export const support: StatedIdentity = { scope: 'support', account: null, oid: null, test: false, actor: 'support' }

/** Accepts the admin token. The comparison takes constant time. */
export function createAdminVerifier(token: string): Verifier {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const expected = digest(`Bearer ${token}`)
  const identity: Identity = { ...support, issuer: 'gateway' }
  return {
    async verify(authorization = '') {
      if (!timingSafeEqual(digest(authorization), expected))
        throw new ServiceError('unauthorized', {
          detail: 'Send the admin token in the header Authorization, after the word Bearer.',
        })
      return identity
    },
  }
}
