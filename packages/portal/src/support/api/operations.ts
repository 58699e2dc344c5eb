/** The operations of support that the pages call. A test compares them with the contracts. */
import type { operations } from '@guidebook/contracts'

type Operations = typeof operations

/** Below `/support/api`, which is `/admin` with a session in place of a token. */
export const targets = {
  listAccounts: 'GET /accounts',
  createAccount: 'POST /accounts',
  readAccountForSupport: 'GET /accounts/{account_id}',
  updateAccount: 'PATCH /accounts/{account_id}',
  suspendAccount: 'PUT /accounts/{account_id}/suspension',
  reactivateAccount: 'DELETE /accounts/{account_id}/suspension',
  impersonateAccount: 'POST /accounts/{account_id}/impersonations',
  listImpersonationsOfAccount: 'GET /accounts/{account_id}/impersonations',
  connectAccounts: 'PUT /accounts/{account_id}/connections/{other_id}',
  disconnectAccounts: 'DELETE /accounts/{account_id}/connections/{other_id}',
  listUsersOfAccount: 'GET /accounts/{account_id}/users',
  createUserOfAccount: 'POST /accounts/{account_id}/users',
  createSignInLink: 'POST /accounts/{account_id}/users/{user_id}/links',
  removeUserOfAccount: 'DELETE /accounts/{account_id}/users/{user_id}',
  listKeysOfAccount: 'GET /accounts/{account_id}/keys',
  createKeyForAccount: 'POST /accounts/{account_id}/keys',
  revokeKeyOfAccount: 'DELETE /accounts/{account_id}/keys/{key_id}',
  readAccountWebhook: 'GET /accounts/{account_id}/webhook',
  setAccountWebhook: 'PUT /accounts/{account_id}/webhook',
  endAccountWebhook: 'DELETE /accounts/{account_id}/webhook',
  enableAccountWebhook: 'POST /accounts/{account_id}/webhook/enable',
  pingAccountWebhook: 'POST /accounts/{account_id}/webhook/ping',
  listAccountDeliveries: 'GET /accounts/{account_id}/webhook/deliveries',
  readAccountImport: 'GET /accounts/{account_id}/import',
  setAccountImport: 'PUT /accounts/{account_id}/import',
  guessAccountImport: 'POST /accounts/{account_id}/import/guess',
  previewAccountImport: 'POST /accounts/{account_id}/import/preview',
  findImports: 'GET /imports',
  inspectImport: 'GET /imports/{run}',
  downloadImportMail: 'GET /imports/{run}/mail',
  releaseImport: 'POST /imports/{run}/release',
  listAllDeadLetters: 'GET /dead-letters',
  redriveQueue: 'POST /dead-letters/{queue}/redrive',
  findRequest: 'GET /requests/{request_id}',
  diagnose: 'GET /diagnosis',
  readStatus: 'GET /status',
  listAdminActions: 'GET /actions',
} as const satisfies Partial<Record<keyof Operations, string>>

export type Called = keyof typeof targets

/** Those that take an Idempotency-Key, so that a lost response can be repeated. */
export const keyed: ReadonlySet<Called> = new Set<Called>([
  'createAccount',
  'updateAccount',
  'connectAccounts',
  'createUserOfAccount',
  'createSignInLink',
  'createKeyForAccount',
  'setAccountWebhook',
  'pingAccountWebhook',
])

/** Those that have no effect although they are not a GET. */
export const harmless: ReadonlySet<Called> = new Set<Called>(['guessAccountImport', 'previewAccountImport'])
