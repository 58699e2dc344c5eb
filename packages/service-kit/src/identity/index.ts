export { accountMismatch, type Identity, requireAccount, type StatedIdentity, serviceIdentity } from './identity.ts'
export { createTokenIssuer, type TokenIssuer } from './token-issuer.ts'
export type { TokenVerifier } from './token-verifier.ts'
