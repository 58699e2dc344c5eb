import { ServiceError, type TokenVerifier, type Verifier } from '@guidebook/service-kit'
import { authenticate, keyIn } from './api-key/authenticate.ts'
import type { Keyring } from './api-key/keyring.ts'

/** On the public listener partners prove themselves by their key, and other services by their signed token. */
export function createVerifier(keyring: Keyring, tokens: TokenVerifier): Verifier {
  return {
    async verify(authorization, { audience }) {
      if (audience === 'internal') return tokens.verify(authorization)
      if (audience === 'partner') return { ...(await authenticate(keyring, keyIn(authorization))), issuer: 'gateway' }
      throw new ServiceError('unauthorized')
    },
  }
}
