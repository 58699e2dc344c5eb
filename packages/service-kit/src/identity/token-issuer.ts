import type { ServiceName } from '@guidebook/contracts'
import { importJWK, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock/clock.ts'
import type { StatedIdentity } from './identity.ts'
import type { PrivateJwk } from './jwk.ts'

/** Lifetime of a token, seconds. */
export const tokenLifetime = 60
/** How long a token is reused for the same caller and audience, seconds: a signature costs more than the rest of a small request. */
const reuseSeconds = 30

export type TokenIssuer = ReturnType<typeof createTokenIssuer>

/** Signs internal tokens with this service's own Ed25519 key. */
export function createTokenIssuer({
  service,
  privateKey,
  clock,
}: {
  service: ServiceName
  privateKey: PrivateJwk
  clock: Clock
}) {
  const signed = new LRUCache<string, { token: Promise<string>; at: number }>({ max: 1_000 })
  let key: ReturnType<typeof importJWK> | undefined

  async function signNow(audience: ServiceName, identity: StatedIdentity, now: number): Promise<string> {
    key ??= importJWK(privateKey, 'EdDSA')
    return new SignJWT({ identity })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(service)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + tokenLifetime)
      .sign(await key)
  }

  return {
    service,
    /** A token that only `audience` accepts, valid for at least half a minute. */
    sign({ audience, identity }: { audience: ServiceName; identity: StatedIdentity }): Promise<string> {
      const now = Math.floor(clock.now().getTime() / 1_000)
      const cacheKey = `${audience} ${JSON.stringify(identity)}`
      const known = signed.get(cacheKey)
      if (known && now - known.at >= 0 && now - known.at < reuseSeconds) return known.token
      const token = signNow(audience, identity, now)
      signed.set(cacheKey, { token, at: now })
      return token
    },
  }
}
