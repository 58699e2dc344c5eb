import type { ServiceName } from '@guidebook/contracts'
import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock/clock.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Identity, StatedIdentity } from './identity.ts'
import type { PublicJwk } from './jwk.ts'
import { tokenLifetime } from './token-issuer.ts'

/** Tolerated difference between the clocks of two machines, seconds. `guidebook doctor` reports a larger one as an error. */
const clockTolerance = 5

export type TokenVerifier = ReturnType<typeof createTokenVerifier>

/** Accepts tokens that a known service signed, for this service, within the last minute. */
export function createTokenVerifier({
  service,
  publicKeys,
  clock,
}: {
  service: ServiceName
  publicKeys: Readonly<Partial<Record<ServiceName, PublicJwk>>>
  clock: Clock
}) {
  const keys = new Map<string, ReturnType<typeof importJWK>>()
  // A token is used for many requests, and verifying its signature takes as long as a small request.
  const verified = new LRUCache<string, { identity: Identity; expires: number }>({ max: 5_000 })

  async function verifyNow(token: string): Promise<{ identity: Identity; expires: number }> {
    const issuer = decodeJwt(token).iss as ServiceName
    const jwk = Object.hasOwn(publicKeys, issuer) ? publicKeys[issuer] : undefined
    if (!jwk) throw new Error('unknown issuer')
    const key = keys.get(issuer) ?? importJWK(jwk, 'EdDSA')
    keys.set(issuer, key)
    const { payload } = await jwtVerify<{ identity: StatedIdentity }>(token, await key, {
      algorithms: ['EdDSA'],
      issuer,
      audience: service,
      clockTolerance,
      maxTokenAge: tokenLifetime,
      requiredClaims: ['identity', 'exp'],
      currentDate: clock.now(),
    })
    return { identity: { ...payload.identity, issuer }, expires: (payload.exp ?? 0) * 1_000 }
  }

  return {
    /** The identity that a request's `Authorization` header proves. Throws 401 `unauthorized`. */
    async verify(authorization: string | undefined): Promise<Identity> {
      if (!authorization?.startsWith('Bearer ')) throw new ServiceError('unauthorized')
      const token = authorization.slice('Bearer '.length)
      const known = verified.get(token)
      if (known && known.expires > clock.now().getTime()) return known.identity
      try {
        const fresh = await verifyNow(token)
        verified.set(token, fresh)
        return fresh.identity
      } catch (error) {
        throw new ServiceError('unauthorized', { cause: error })
      }
    },
  }
}
