import { generateKeyPairSync } from 'node:crypto'
import { type ServiceName, serviceNames } from '@guidebook/contracts'
import { type Clock, systemClock } from '../clock/clock.ts'
import type { PrivateJwk, PublicJwk } from '../identity/jwk.ts'
import { createTokenIssuer } from '../identity/token-issuer.ts'
import { createTokenVerifier } from '../identity/token-verifier.ts'

export type TestKeys = ReturnType<typeof testKeys>

/** A key pair for every service, so that a test can call as any of them. */
export function testKeys(clock: Clock = systemClock) {
  const pairs = serviceNames.map((service) => ({ service, ...generateKeyPairSync('ed25519') }))
  const exported = <Jwk>(part: 'privateKey' | 'publicKey') =>
    Object.fromEntries(pairs.map((pair) => [pair.service, pair[part].export({ format: 'jwk' })])) as Record<
      ServiceName,
      Jwk
    >
  const [privateKeys, publicKeys] = [exported<PrivateJwk>('privateKey'), exported<PublicJwk>('publicKey')]
  return {
    privateKeys,
    publicKeys,
    issuer: (service: ServiceName) => createTokenIssuer({ service, privateKey: privateKeys[service], clock }),
    verifier: (service: ServiceName) => createTokenVerifier({ service, publicKeys, clock }),
  }
}
