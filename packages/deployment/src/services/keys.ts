import { exportJWK, generateKeyPair, type JWK } from 'jose'

/** A new Ed25519 key, with which a service signs its requests to other services. */
export async function createServiceKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'EdDSA', use: 'sig' }
}

/** The part of a key that verifies. */
export function publicKeyOf({ d: _private, ...publicKey }: JWK): JWK {
  return publicKey
}
