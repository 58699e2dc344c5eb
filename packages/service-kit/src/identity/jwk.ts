import { serviceNames } from '@guidebook/contracts'
import { type Static, Type } from 'typebox'

const ed25519 = { kty: Type.Literal('OKP'), crv: Type.Literal('Ed25519'), x: Type.String() }

/** An Ed25519 key pair as JSON Web Key (RFC 8037). */
export const privateJwk = Type.Object({ ...ed25519, d: Type.String() }, { additionalProperties: true })
export type PrivateJwk = Static<typeof privateJwk>

const publicJwk = Type.Object(ed25519, { additionalProperties: true })
export type PublicJwk = Static<typeof publicJwk>

/** The public key of every service, by the service's name. */
export const publicJwks = Type.Record(Type.Union(serviceNames.map((name) => Type.Literal(name))), publicJwk)
