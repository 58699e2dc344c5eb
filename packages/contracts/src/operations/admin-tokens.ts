/** Personal tokens of support's people, and the log of what they changed. */
import { Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import { operationsOf } from '../operation.ts'
import { instant } from '../schemas/fields.ts'
import { accountId, internalId } from '../schemas/identifiers.ts'
import { closed, nullable, pageOf, pageQuery, text } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const operation = operationsOf({
  service: 'gateway',
  audience: 'admin',
  tag: 'Support',
  bodyLimitBytes: mebibytes(1),
})

const name = Type.String({
  pattern: '^[a-z0-9][a-z0-9._-]{0,39}$',
  fault: 'token-name' satisfies FieldRule,
  description: 'Name of its owner, as logs and partners see it, such as `anna`.',
  examples: ['anna'],
})

const tokenFields = {
  id: internalId,
  name,
  createdBy: Type.String({ description: 'Who created it, as in logs.' }),
  createdAt: instant,
  lastUsedAt: nullable({ ...instant, description: 'Last use, to the minute.' } as typeof instant),
}

export const createAdminToken = operation('POST /admin/tokens', {
  summary: 'Create a personal admin token',
  body: closed({ name }),
  responses: { 201: { description: 'The token, shown once.', body: closed({ ...tokenFields, token: Type.String() }) } },
  errors: ['admin-token-name-taken'],
  secret: true,
})

export const listAdminTokens = operation('GET /admin/tokens', {
  summary: 'List the personal admin tokens',
  responses: {
    200: {
      description: 'The tokens that are not revoked, oldest first.',
      body: closed({ items: Type.Array(closed(tokenFields)) }),
    },
  },
})

export const revokeAdminToken = operation('DELETE /admin/tokens/{token_id}', {
  summary: 'Revoke a personal admin token',
  params: closed({ token_id: internalId }),
  responses: { 204: { description: 'The token is refused from now on.' } },
})

/** A change by support. `parameters` has those of the path, without links, which are secrets. */
const adminAction = closed({
  id: internalId,
  at: instant,
  actor: Type.String({ description: '`support`, or `support:` and the name of a personal token.' }),
  operation: Type.String(),
  account: nullable(accountId),
  parameters: Type.Record(Type.String(), Type.String()),
  requestId: Type.String(),
  status: nullable(Type.Integer({ description: 'Status of the response; null: it was cut off, or is under way.' })),
})

export const listAdminActions = operation('GET /admin/actions', {
  summary: 'List what support changed',
  query: closed({
    account: Type.Optional({ ...accountId, description: 'Only changes of this account.' } as typeof accountId),
    actor: Type.Optional(text(100, { description: 'Only changes by this actor, such as `support:anna`.' })),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of changes, newest first.', body: pageOf(adminAction) } },
})
