/** What the gateway asks the importer on behalf of support. */
import { defineOperation } from '../operation.ts'
import { accountId, internalId } from '../schemas/identifiers.ts'
import { importConfiguration, importRun } from '../schemas/imports.ts'
import { closed, nullable } from '../schemas/shape.ts'

const shared = { service: 'importer', audience: 'internal', tag: 'Internal', callers: ['gateway'] } as const

export const setImport = defineOperation({
  ...shared,
  id: 'setImport',
  method: 'PUT',
  path: '/internal/accounts/{account_id}/import',
  summary: 'Configure the CSV import of an account',
  params: closed({ account_id: accountId }),
  body: importConfiguration,
  responses: { 200: { description: 'The configuration.', body: importConfiguration } },
  errors: [],
})

export const readImportConfiguration = defineOperation({
  ...shared,
  id: 'readImportConfiguration',
  method: 'GET',
  path: '/internal/accounts/{account_id}/import',
  summary: 'Read how the CSV import of an account is configured',
  params: closed({ account_id: accountId }),
  responses: {
    200: {
      description: 'The configuration; null when there is none.',
      body: closed({ configuration: nullable(importConfiguration) }),
    },
  },
  errors: [],
})

export const releaseQuarantined = defineOperation({
  ...shared,
  id: 'releaseQuarantined',
  method: 'POST',
  path: '/internal/imports/{run}/release',
  summary: 'Let a run out of quarantine',
  params: closed({ run: internalId }),
  responses: { 202: { description: 'The run.', body: importRun } },
  errors: ['import-not-quarantined', 'import-not-configured'],
})
