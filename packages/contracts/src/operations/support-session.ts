/**
 * Signing in to support's web application, on the admin listener. The cookie of the session replaces the admin token for the operations of support
 * under `/support/api`: `/support/api/<path>` is the operation at `/admin/<path>`. Every request other than GET and HEAD must come from a page of
 * the application (`cross-site-request`).
 */
import { Type } from 'typebox'
import { operationsOf } from '../operation.ts'
import { instant } from '../schemas/fields.ts'
import { closed, text } from '../schemas/shape.ts'

const operation = operationsOf({
  service: 'gateway',
  audience: 'support',
  tag: 'Support',
  errors: ['cross-site-request'],
})

const session = closed({
  name: Type.String({ description: 'Name of the admin token that signed in.' }),
  expiresAt: { ...instant, description: 'When the session ends at the latest.' } as typeof instant,
})

export const signInToSupport = operation('POST /support/session', {
  summary: 'Sign in with a personal admin token',
  body: closed({ token: text(100, { minLength: 1, description: 'A personal admin token that is not revoked.' }) }),
  responses: { 201: { description: 'The session; its cookie is set.', body: session } },
  errors: ['cross-site-request', 'sign-in-failed'],
})

export const readSupportSession = operation('GET /support/session', {
  summary: 'Who is signed in',
  responses: { 200: { description: 'The session of the cookie.', body: session } },
  errors: ['signed-out'],
})

export const signOutOfSupport = operation('DELETE /support/session', {
  summary: 'Sign out',
  responses: { 204: { description: 'The session has ended, and the cookie is removed.' } },
})
