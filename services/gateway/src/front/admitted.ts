import { ServiceError, type Verifier } from '@guidebook/service-kit'

/** For the gateway's own partner operations: the identity that the front admitted. A request that bypassed the front has none. */
export const admitted: Verifier = {
  async verify(_, { identity }) {
    if (identity === null) throw new ServiceError('unauthorized')
    return { ...identity, issuer: 'gateway' }
  },
}
