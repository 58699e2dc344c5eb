/**
 * The portal's own operations: signing in, sessions, passkeys. The cookie of a session replaces the API key for the operations of partners under
 * `/portal/api`. There the header `Guidebook-Account` names the account. `EventSource`, images and links cannot send headers, so a GET without it
 * means the account in its path, or in its query where the operation has the parameter `account`. Every request other than GET and HEAD must come
 * from a page of the service (`cross-site-request`). The actor of such a request is `user:` and the address of the person.
 */
import { Type } from 'typebox'
import { operationsOf } from '../operation.ts'
import { internalId } from '../schemas/identifiers.ts'
import {
  codeRequest,
  credentialOptions,
  listedPasskey,
  listedSession,
  pageToOpen,
  passkeyEnrolment,
  portalSession,
  portalUser,
  signInMethods,
  signInProof,
  userChange,
} from '../schemas/portal.ts'
import { closed, text } from '../schemas/shape.ts'
import { kibibytes } from './limits.ts'

const operation = operationsOf({
  service: 'gateway',
  audience: 'portal',
  tag: 'Portal',
  errors: ['cross-site-request'],
})

/** Anybody may send these bodies, as slowly as the service allows. Larger ones would take turns: a slow one would hold up other sign-ins. */
const smallBody = { bodyLimitBytes: kibibytes(4) } as const

export const readSignInMethods = operation('GET /portal/sign-in-methods', {
  summary: 'How people can sign in',
  responses: { 200: { description: 'The methods that are configured.', body: signInMethods } },
})

export const requestSignInCode = operation('POST /portal/sign-in/codes', {
  summary: 'Send a code and a link by mail',
  description: 'The response is the same for an unknown address.',
  body: codeRequest,
  ...smallBody,
  responses: { 202: { description: 'A mail is sent if the address belongs to a person.' } },
  errors: ['cross-site-request', 'sign-in-not-configured'],
})

export const signIn = operation('POST /portal/session', {
  summary: 'Sign in',
  body: signInProof,
  ...smallBody,
  responses: { 201: { description: 'The session; its cookie is set.', body: portalSession } },
  errors: ['cross-site-request', 'sign-in-failed', 'account-suspended', 'account-has-admin'],
})

export const readSession = operation('GET /portal/session', {
  summary: 'Who is signed in',
  responses: { 200: { description: 'The session of the cookie.', body: portalSession } },
  errors: ['signed-out'],
})

export const signOut = operation('DELETE /portal/session', {
  summary: 'Sign out',
  responses: { 204: { description: 'The session has ended, and the cookie is removed.' } },
})

export const listSessions = operation('GET /portal/sessions', {
  summary: 'List the sessions of the person',
  responses: {
    200: { description: 'The open sessions, newest first.', body: closed({ items: Type.Array(listedSession) }) },
  },
  errors: ['signed-out'],
})

export const endSession = operation('DELETE /portal/sessions/{session_id}', {
  summary: 'End a session',
  params: closed({ session_id: internalId }),
  responses: { 204: { description: 'The session has ended.' } },
  errors: ['cross-site-request', 'signed-out'],
})

export const changePortalUser = operation('PATCH /portal/user', {
  summary: 'Change the name or the language of the person',
  body: userChange,
  ...smallBody,
  responses: { 200: { description: 'The person.', body: portalUser } },
  errors: ['cross-site-request', 'signed-out', 'own-proof-needed'],
})

export const passkeyOptions = operation('POST /portal/passkeys/options', {
  summary: 'Begin to enrol a passkey',
  responses: { 200: { description: 'Options for the browser, valid for five minutes.', body: credentialOptions } },
  errors: ['cross-site-request', 'signed-out', 'own-proof-needed', 'too-many-passkeys'],
})

export const enrolPasskey = operation('POST /portal/passkeys', {
  summary: 'Enrol a passkey',
  body: passkeyEnrolment,
  responses: { 201: { description: 'The passkey.', body: listedPasskey } },
  errors: ['cross-site-request', 'signed-out', 'own-proof-needed', 'passkey-refused', 'too-many-passkeys'],
})

export const listPasskeys = operation('GET /portal/passkeys', {
  summary: 'List the passkeys of the person',
  responses: { 200: { description: 'The passkeys.', body: closed({ items: Type.Array(listedPasskey) }) } },
  errors: ['signed-out', 'own-proof-needed'],
})

export const removePasskey = operation('DELETE /portal/passkeys/{passkey_id}', {
  summary: 'Remove a passkey',
  params: closed({ passkey_id: text(1400, { minLength: 1 }) }),
  responses: { 204: { description: 'The passkey no longer signs in.' } },
  errors: ['cross-site-request', 'signed-out', 'own-proof-needed'],
})

export const passkeySignInOptions = operation('POST /portal/sign-in/passkey-options', {
  summary: 'Begin to sign in with a passkey',
  responses: { 200: { description: 'Options for the browser, valid for five minutes.', body: credentialOptions } },
})

/** Browsers follow these two; a failure is in the address of the portal's page, `/portal/sign-in?error=…`. */
const redirect = operationsOf({
  service: 'gateway',
  audience: 'portal',
  tag: 'Portal',
  responses: { 303: { description: 'Continue at the address in `Location`.' } },
})

export const beginOpenIdSignIn = redirect('GET /portal/sign-in/openid', {
  summary: 'Sign in at the configured provider',
  query: closed({ to: Type.Optional(pageToOpen) }),
})

export const finishOpenIdSignIn = redirect('GET /portal/sign-in/openid/callback', {
  summary: 'Come back from the provider',
  // Providers add parameters.
  query: Type.Object({}, { additionalProperties: true }),
})
