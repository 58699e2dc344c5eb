import { idempotencyErrors, operationsOf } from '../operation.ts'
import { keyRevocation, newKey, ownAccount, ownAccountChange } from '../schemas/account.ts'
import { internalId } from '../schemas/identifiers.ts'
import { closed } from '../schemas/shape.ts'

const operation = operationsOf({ service: 'gateway', audience: 'partner', role: 'admin', tag: 'Account' })

export const readOwnAccount = operation('GET /account', {
  role: 'viewer',
  summary: 'Read the account of the key',
  description: 'Its ID, which other requests send as `account`, its settings and its partners.',
  responses: { 200: { description: 'Settings, prefixes of the keys, connected partners.', body: ownAccount } },
})

export const updateOwnAccount = operation('PATCH /account', {
  summary: 'Change the settings of the account',
  description:
    'Only the fields that are sent change. Existing documents keep the former brand, paper and emergency number until they are built again. ' +
    'A new time zone moves the beginning and end of the days of all releases. Name, e-mail address and type are changed by support. ' +
    '`If-Match` does not compare keys and names of partners.',
  body: ownAccountChange,
  responses: { 200: { description: 'The settings.', body: ownAccount } },
  errors: ['precondition-failed', ...idempotencyErrors],
})

export const createKey = operation('POST /account/keys', {
  summary: 'Create another API key',
  description:
    'The key is shown only in this response. An account can have at most 20 keys, and its keys can create at most 100 in 24 hours.',
  responses: { 201: { description: 'The new key.', body: newKey } },
  errors: ['too-many-keys', ...idempotencyErrors, 'secret-already-given'],
  secret: true,
})

export const revokeKey = operation('DELETE /account/keys/{key_id}', {
  summary: 'Revoke an API key',
  description:
    'The key stops working within five seconds. After a leak, `descendants=true` also revokes the keys made with it. 404 when there is nothing left to revoke.',
  params: closed({ key_id: internalId }),
  query: keyRevocation,
  responses: { 204: { description: 'The key is revoked, with `descendants` also its descendants.' } },
})
