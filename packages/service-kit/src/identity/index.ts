export { type Identity, requireAccount, type StatedIdentity, serviceIdentity } from './identity.ts'
export { type PrivateJwk, type PublicJwk, privateJwk, publicJwks } from './jwk.ts'
export { createTokenIssuer, type TokenIssuer, tokenLifetime } from './token-issuer.ts'
export { createTokenVerifier, type TokenVerifier } from './token-verifier.ts'
