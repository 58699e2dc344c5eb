import { hash, timingSafeEqual } from 'node:crypto'
import { type Identity, ServiceError, type StatedIdentity, type Verifier } from '@guidebook/service-kit'

/** Support, as other services and the audit log see it. */
export const support: StatedIdentity = { scope: 'support', account: null, oid: null, test: false, actor: 'support' }

/** Lets in whoever has the admin token; how long the comparison takes says nothing about it. */
export function createAdminVerifier(token: string): Verifier {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const expected = digest(`Bearer ${token}`)
  const identity: Identity = { ...support, issuer: 'gateway' }
  return {
    async verify(authorization = '') {
      if (!timingSafeEqual(digest(authorization), expected))
        throw new ServiceError('unauthorized', {
          detail: 'Send the admin token after the word Bearer in the header Authorization.',
        })
      return identity
    },
  }
}
