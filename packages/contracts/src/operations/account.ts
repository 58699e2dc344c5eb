import { defineOperation } from '../operation.ts'
import { keyRevocation, newKey, ownAccount } from '../schemas/account.ts'
import { internalId } from '../schemas/identifiers.ts'
import { closed } from '../schemas/shape.ts'

const shared = { service: 'gateway', audience: 'partner', tag: 'Account' } as const

export const readOwnAccount = defineOperation({
  ...shared,
  id: 'readOwnAccount',
  method: 'GET',
  path: '/account',
  summary: 'Read the account of the key',
  responses: { 200: { description: 'Settings, keys by their prefix, connected partners.', body: ownAccount } },
  errors: [],
})

export const createKey = defineOperation({
  ...shared,
  id: 'createKey',
  method: 'POST',
  path: '/account/keys',
  summary: 'Create another API key',
  description:
    'The key is shown in this answer and never again. An account has at most 20 keys, and its keys make at most 100 in 24 hours.',
  responses: { 201: { description: 'The new key.', body: newKey } },
  errors: ['too-many-keys', 'request-in-progress', 'idempotency-key-reused', 'secret-already-given'],
  secret: true,
})

export const revokeKey = defineOperation({
  ...shared,
  id: 'revokeKey',
  method: 'DELETE',
  path: '/account/keys/{key_id}',
  summary: 'Revoke an API key',
  description:
    'It is refused everywhere within five seconds. After a leak, `descendants=true` revokes also the keys that it made; 404 when none of them was left to revoke.',
  params: closed({ key_id: internalId }),
  query: keyRevocation,
  responses: { 204: { description: 'The key is revoked, and its descendants when asked for.' } },
  errors: [],
})
