/** What the gateway asks the importer on behalf of support. */
import { defineOperation } from '../operation.ts'
import { accountId, internalId } from '../schemas/identifiers.ts'
import {
  importConfiguration,
  importGuess,
  importGuessQuery,
  importRowFilter,
  importRun,
  importRunDetail,
  importSearch,
} from '../schemas/imports.ts'
import { closed, nullable, pageOf } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'
import { sampleFile } from './sample-file.ts'

const shared = { service: 'importer', audience: 'internal', tag: 'Internal', callers: ['gateway'] } as const

export const setImport = defineOperation({
  ...shared,
  id: 'setImport',
  method: 'PUT',
  path: '/internal/accounts/{account_id}/import',
  summary: 'Configure the CSV import of an account',
  params: closed({ account_id: accountId }),
  body: importConfiguration,
  bodyLimitBytes: mebibytes(1),
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

export const guessImport = defineOperation({
  ...shared,
  id: 'guessImport',
  method: 'POST',
  path: '/internal/accounts/{account_id}/import/guess',
  summary: 'Guess from a sample file how an account’s files could be read',
  params: closed({ account_id: accountId }),
  query: importGuessQuery,
  ...sampleFile,
  responses: { 200: { description: 'The guess.', body: importGuess } },
  errors: ['csv-unreadable'],
})

export const listAnyImports = defineOperation({
  ...shared,
  id: 'listAnyImports',
  method: 'GET',
  path: '/internal/imports',
  summary: 'List the imports of all accounts, and those that belong to none',
  query: importSearch,
  responses: { 200: { description: 'A page of runs, newest first.', body: pageOf(importRun) } },
  errors: [],
})

export const readAnyImport = defineOperation({
  ...shared,
  id: 'readAnyImport',
  method: 'GET',
  path: '/internal/imports/{run}',
  summary: 'Read an import of any account row by row',
  params: closed({ run: internalId }),
  query: importRowFilter,
  responses: { 200: { description: 'The run and a page of its rows, in their order.', body: importRunDetail } },
  errors: [],
})

export const readImportMail = defineOperation({
  ...shared,
  id: 'readImportMail',
  method: 'GET',
  path: '/internal/imports/{run}/mail',
  summary: 'Read the mail that an import came with',
  params: closed({ run: internalId }),
  responses: { 200: { description: 'The mail as it was received.', contentType: 'message/rfc822' } },
  errors: ['import-mail-gone'],
})
