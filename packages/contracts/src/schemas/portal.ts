/** Signing in to the portal, sessions and passkeys. */
import { type Static, Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import { roles } from '../operation.ts'
import { email, instant, language } from './fields.ts'
import { accountId, internalId, oid } from './identifiers.ts'
import { personName } from './people.ts'
import { closed, nullable, oneOf, text } from './shape.ts'

export const signInMethods = closed({
  mail: Type.Boolean({ description: 'Whether codes can be sent by mail.' }),
  passkey: Type.Boolean(),
  openid: nullable(closed({ name: Type.String({ description: 'Name of the provider, for the button.' }) })),
})

export const pageToOpen = text(2_000, {
  description:
    'Path below `/portal` to open after signing in, such as `/o/DKO/releases`. Anything else than a page of an account is ignored.',
})

export const codeRequest = closed({ email, to: Type.Optional(pageToOpen) })

const credential = (description: string) =>
  Type.Unknown({ description: `${description}, as its \`toJSON\` returns it.` })

/** A proof: `email` with `code`, `token`, `apiKey` with `email`, `passkey`, or `impersonation`. */
export const signInProof = closed(
  {
    email: Type.Optional(email),
    code: Type.Optional(
      Type.String({
        pattern: '^[0-9][0-9 ]{5,10}$',
        fault: 'mail-code' satisfies FieldRule,
        description: 'The code of the mail; spaces are ignored.',
      }),
    ),
    token: Type.Optional(text(200, { minLength: 1, description: 'The part of the link in the mail after `#`.' })),
    apiKey: Type.Optional(text(100, { minLength: 1, description: 'An API key of an account that has no admin yet.' })),
    passkey: Type.Optional(credential('The assertion of a passkey')),
    impersonation: Type.Optional(
      text(200, { minLength: 1, description: 'The part of support’s link after `#support-`.' }),
    ),
  },
  { exactlyOneOf: ['code', 'token', 'apiKey', 'passkey', 'impersonation'] },
)

export const portalUser = closed({
  id: internalId,
  email: Type.String(),
  name: nullable(Type.String()),
  language,
})

export const portalSession = closed({
  user: portalUser,
  accounts: Type.Array(closed({ id: accountId, name: Type.String(), oid, role: oneOf(roles), test: Type.Boolean() }), {
    description: 'The accounts of the person, by name, suspended ones last.',
  }),
  expiresAt: { ...instant, description: 'When the session ends at the latest.' } as typeof instant,
  support: nullable(closed({ name: Type.String(), reason: Type.String() }, { title: 'SupportInPortal' })),
})
export type PortalSession = Static<typeof portalSession>

export const listedSession = closed({
  id: internalId,
  createdAt: instant,
  lastUsedAt: instant,
  userAgent: nullable(Type.String()),
  current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
})

export const userChange = closed({
  name: Type.Optional(nullable(personName)),
  language: Type.Optional(language),
})

const passkeyName = text(100, { minLength: 1, description: 'Name of the passkey for the person.' })

export const passkeyEnrolment = closed({
  name: Type.Optional(passkeyName),
  credential: credential('The new credential'),
})

export const listedPasskey = closed({
  id: text(1400, { description: 'ID of the credential, in Base64url.' }),
  name: Type.String(),
  createdAt: instant,
  lastUsedAt: nullable(instant),
})

/** Options for the browser (WebAuthn Level 3, JSON form). */
export const credentialOptions = Type.Unknown({
  description: 'The argument of `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
})
