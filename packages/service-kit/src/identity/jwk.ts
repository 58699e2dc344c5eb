import { type Static, Type } from 'typebox'

/** An Ed25519 key pair as JSON Web Key (RFC 8037). */
export const privateJwk = Type.Object(
  { kty: Type.Literal('OKP'), crv: Type.Literal('Ed25519'), x: Type.String(), d: Type.String() },
  { additionalProperties: true },
)
export type PrivateJwk = Static<typeof privateJwk>

const publicJwk = Type.Object(
  { kty: Type.Literal('OKP'), crv: Type.Literal('Ed25519'), x: Type.String() },
  { additionalProperties: true },
)
export type PublicJwk = Static<typeof publicJwk>

/** The public key of every service, by the service's name. */
export const publicJwks = Type.Record(
  Type.Union(
    (['gateway', 'geodata', 'releases', 'builder', 'webhooks', 'importer'] as const).map((name) => Type.Literal(name)),
  ),
  publicJwk,
)
