import { hash, timingSafeEqual } from 'node:crypto'
import { type Identity, ServiceError, type StatedIdentity, type Verifier } from '@guidebook/service-kit'
import { isWellFormedAdminToken } from '../api-key/key-format.ts'

/** The identity of support in other services and in the audit log; with a personal token, `actor` is `support:` and its name. */
export const support: StatedIdentity = { scope: 'support', account: null, oid: null, test: false, actor: 'support' }

/**
 * Accepts a session of support in a browser, the shared admin token, and personal ones, whose name `nameOf` returns. The comparison with the
 * shared token takes constant time; a personal token is found by its hash.
 */
export function createAdminVerifier(shared: string, nameOf: (token: string) => Promise<string | null>): Verifier {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const expected = digest(`Bearer ${shared}`)
  const identity: Identity = { ...support, issuer: 'gateway' }
  return {
    async verify(authorization = '', exchange) {
      // Set by a session of support's web application.
      if (exchange.identity !== null) return { ...exchange.identity, issuer: 'gateway' }
      if (timingSafeEqual(digest(authorization), expected)) return identity
      const token = authorization.replace(/^Bearer /, '')
      const name = isWellFormedAdminToken(token) ? await nameOf(token) : null
      if (name !== null) return { ...identity, actor: `${support.actor}:${name}` }
      throw new ServiceError('unauthorized', {
        detail: 'Send an admin token that is not revoked in the header Authorization, after the word Bearer.',
      })
    },
  }
}
