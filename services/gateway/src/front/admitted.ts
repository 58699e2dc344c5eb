import { ServiceError, type Verifier } from '@guidebook/service-kit'

/** For the gateway's own partner operations: the identity is the one that the front admitted. A request that bypassed it has none. */
export const admitted: Verifier = {
  async verify(_, { identity }) {
    if (identity === null) throw new ServiceError('unauthorized')
    return { ...identity, issuer: 'gateway' }
  },
}
