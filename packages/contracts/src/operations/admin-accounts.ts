import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { account, accountChange, accountCreation, keyRevocation, keySummary, newKey } from '../schemas/account.ts'
import { accountId, internalId, oid } from '../schemas/identifiers.ts'
import { closed, pageOf, pageQuery, text } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const shared = { service: 'gateway', audience: 'admin', tag: 'Accounts', bodyLimitBytes: mebibytes(1) } as const
const ofAll = operationsOf(shared)
const operation = operationsOf({ ...shared, params: closed({ account_id: accountId }) })
const pair = closed({ account_id: accountId, other_id: accountId })

export const createAccount = ofAll('POST /admin/accounts', {
  summary: 'Create an account',
  body: accountCreation,
  responses: { 201: { description: 'The account; it has no key yet.', body: account, location: true } },
  errors: ['oid-taken', ...idempotencyErrors],
})

export const listAccounts = ofAll('GET /admin/accounts', {
  summary: 'List accounts',
  query: closed({
    oid: Type.Optional(oid),
    q: Type.Optional(text(200, { description: 'Part of the name, the Operator ID or the e-mail address.' })),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of accounts.', body: pageOf(account) } },
})

export const readAccountForSupport = operation('GET /admin/accounts/{account_id}', {
  summary: 'Read an account',
  responses: { 200: { description: 'The account.', body: account } },
})

export const updateAccount = operation('PATCH /admin/accounts/{account_id}', {
  summary: 'Change an account',
  body: accountChange,
  responses: { 200: { description: 'The account.', body: account } },
  errors: ['precondition-failed', ...idempotencyErrors],
})

export const suspendAccount = operation('PUT /admin/accounts/{account_id}/suspension', {
  summary: 'Suspend an account',
  description:
    'Its API keys and people are refused with 403 `account-suspended`, and its mails stay in quarantine. Imports that have begun wait until it is ' +
    'reactivated. Trip Links of its releases still work: travellers are not to blame.',
  body: closed({ reason: text(500, { minLength: 1, description: 'Why, for support. Partners do not see it.' }) }),
  responses: { 200: { description: 'The account.', body: account } },
})

export const reactivateAccount = operation('DELETE /admin/accounts/{account_id}/suspension', {
  summary: 'Reactivate a suspended account',
  responses: { 204: { description: 'The account is not suspended.' } },
})

export const createKeyForAccount = operation('POST /admin/accounts/{account_id}/keys', {
  summary: 'Create an API key for an account',
  responses: { 201: { description: 'The new key, shown once.', body: newKey } },
  errors: ['too-many-keys', ...idempotencyErrors, 'secret-already-given'],
  secret: true,
})

export const listKeysOfAccount = operation('GET /admin/accounts/{account_id}/keys', {
  summary: 'List the API keys of an account',
  responses: {
    200: {
      description: 'The keys that are not revoked: the prefix of each, and the key that made it.',
      body: closed({ keys: Type.Array(keySummary) }),
    },
  },
})

export const revokeKeyOfAccount = operation('DELETE /admin/accounts/{account_id}/keys/{key_id}', {
  summary: 'Revoke an API key of an account',
  params: closed({ account_id: accountId, key_id: internalId }),
  query: keyRevocation,
  responses: { 204: { description: 'The key is revoked, with `descendants` also its descendants.' } },
})

export const connectAccounts = operation('PUT /admin/accounts/{account_id}/connections/{other_id}', {
  summary: 'Connect two accounts in both directions',
  params: pair,
  responses: { 200: { description: 'The first account.', body: account } },
  errors: ['connection-to-self', ...idempotencyErrors],
})

export const disconnectAccounts = operation('DELETE /admin/accounts/{account_id}/connections/{other_id}', {
  summary: 'Disconnect two accounts in both directions',
  params: pair,
  responses: { 204: { description: 'The accounts are not connected.' } },
  errors: ['connection-to-self'],
})
