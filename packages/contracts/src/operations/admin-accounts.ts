import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { account, accountChange, accountCreation, keyRevocation, keySummary, newKey } from '../schemas/account.ts'
import { accountId, internalId, oid } from '../schemas/identifiers.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const shared = { service: 'gateway', audience: 'admin', tag: 'Accounts', bodyLimitBytes: mebibytes(1) } as const
const params = closed({ account_id: accountId })
const pair = closed({ account_id: accountId, other_id: accountId })

export const createAccount = defineOperation({
  ...shared,
  id: 'createAccount',
  method: 'POST',
  path: '/admin/accounts',
  summary: 'Create an account',
  body: accountCreation,
  responses: { 201: { description: 'The account; it has no key yet.', body: account } },
  errors: ['oid-taken', 'request-in-progress', 'idempotency-key-reused'],
})

export const listAccounts = defineOperation({
  ...shared,
  id: 'listAccounts',
  method: 'GET',
  path: '/admin/accounts',
  summary: 'List accounts',
  query: closed({ oid: Type.Optional(oid), ...pageQuery }),
  responses: { 200: { description: 'A page of accounts.', body: pageOf(account) } },
  errors: [],
})

export const readAccountForSupport = defineOperation({
  ...shared,
  id: 'readAccountForSupport',
  method: 'GET',
  path: '/admin/accounts/{account_id}',
  summary: 'Read an account',
  params,
  responses: { 200: { description: 'The account.', body: account } },
  errors: [],
})

export const updateAccount = defineOperation({
  ...shared,
  id: 'updateAccount',
  method: 'PATCH',
  path: '/admin/accounts/{account_id}',
  summary: 'Change an account',
  params,
  body: accountChange,
  responses: { 200: { description: 'The account.', body: account } },
  errors: ['precondition-failed', 'request-in-progress', 'idempotency-key-reused'],
})

export const createKeyForAccount = defineOperation({
  ...shared,
  id: 'createKeyForAccount',
  method: 'POST',
  path: '/admin/accounts/{account_id}/keys',
  summary: 'Create an API key for an account',
  params,
  responses: { 201: { description: 'The new key, shown once.', body: newKey } },
  errors: ['too-many-keys', 'request-in-progress', 'idempotency-key-reused', 'secret-already-given'],
  secret: true,
})

export const listKeysOfAccount = defineOperation({
  ...shared,
  id: 'listKeysOfAccount',
  method: 'GET',
  path: '/admin/accounts/{account_id}/keys',
  summary: 'List the API keys of an account',
  params,
  responses: {
    200: {
      description: 'The keys that are not revoked: the prefix of each, and the key that made it.',
      body: closed({ keys: Type.Array(keySummary) }),
    },
  },
  errors: [],
})

export const revokeKeyOfAccount = defineOperation({
  ...shared,
  id: 'revokeKeyOfAccount',
  method: 'DELETE',
  path: '/admin/accounts/{account_id}/keys/{key_id}',
  summary: 'Revoke an API key of an account',
  params: closed({ account_id: accountId, key_id: internalId }),
  query: keyRevocation,
  responses: { 204: { description: 'The key is revoked, with `descendants` also its descendants.' } },
  errors: [],
})

export const connectAccounts = defineOperation({
  ...shared,
  id: 'connectAccounts',
  method: 'PUT',
  path: '/admin/accounts/{account_id}/connections/{other_id}',
  summary: 'Connect two accounts in both directions',
  params: pair,
  responses: { 200: { description: 'The first account.', body: account } },
  errors: ['connection-to-self', 'request-in-progress', 'idempotency-key-reused'],
})

export const disconnectAccounts = defineOperation({
  ...shared,
  id: 'disconnectAccounts',
  method: 'DELETE',
  path: '/admin/accounts/{account_id}/connections/{other_id}',
  summary: 'Disconnect two accounts in both directions',
  params: pair,
  responses: { 204: { description: 'The accounts are not connected.' } },
  errors: ['connection-to-self'],
})
