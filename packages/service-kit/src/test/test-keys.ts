import { generateKeyPairSync } from 'node:crypto'
import { type ServiceName, serviceNames } from '@guidebook/contracts'
import { type Clock, systemClock } from '../clock/clock.ts'
import type { PrivateJwk, PublicJwk } from '../identity/jwk.ts'
import { createTokenIssuer, type TokenIssuer } from '../identity/token-issuer.ts'
import { createTokenVerifier, type TokenVerifier } from '../identity/token-verifier.ts'

export interface TestKeys {
  privateKeys: Record<ServiceName, PrivateJwk>
  publicKeys: Record<ServiceName, PublicJwk>
  issuer(service: ServiceName): TokenIssuer
  verifier(service: ServiceName): TokenVerifier
}

/** A key pair for every service, so that a test can call as any of them. */
export function testKeys(clock: Clock = systemClock): TestKeys {
  const pairs = serviceNames.map((service) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    return { service, private: privateKey.export({ format: 'jwk' }), public: publicKey.export({ format: 'jwk' }) }
  })
  const privateKeys = Object.fromEntries(pairs.map((pair) => [pair.service, pair.private])) as Record<
    ServiceName,
    PrivateJwk
  >
  const publicKeys = Object.fromEntries(pairs.map((pair) => [pair.service, pair.public])) as Record<
    ServiceName,
    PublicJwk
  >
  return {
    privateKeys,
    publicKeys,
    issuer: (service) => createTokenIssuer({ service, privateKey: privateKeys[service], clock }),
    verifier: (service) => createTokenVerifier({ service, publicKeys, clock }),
  }
}
