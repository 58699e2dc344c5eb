/** Support's operations on CSV imports. */
import { defineOperation } from '../operation.ts'
import { accountId, internalId } from '../schemas/identifiers.ts'
import {
  importConfiguration,
  importGuess,
  importGuessQuery,
  importPreview,
  importRowFilter,
  importRun,
  importRunDetail,
  importSearch,
} from '../schemas/imports.ts'
import { closed, pageOf } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'
import { sampleFile } from './sample-file.ts'

const shared = { service: 'importer', audience: 'admin', tag: 'Support', bodyLimitBytes: mebibytes(1) } as const
const params = closed({ account_id: accountId })

export const setAccountImport = defineOperation({
  ...shared,
  id: 'setAccountImport',
  method: 'PUT',
  path: '/admin/accounts/{account_id}/import',
  summary: 'Configure the CSV import of an account',
  params,
  body: importConfiguration,
  responses: { 200: { description: 'The configuration.', body: importConfiguration } },
  errors: [],
})

export const readAccountImport = defineOperation({
  ...shared,
  id: 'readAccountImport',
  method: 'GET',
  path: '/admin/accounts/{account_id}/import',
  summary: 'Read how the CSV import of an account is configured',
  params,
  responses: { 200: { description: 'The configuration, in the form in which it is set.', body: importConfiguration } },
  errors: [],
})

export const guessAccountImport = defineOperation({
  ...shared,
  ...sampleFile,
  id: 'guessAccountImport',
  method: 'POST',
  path: '/admin/accounts/{account_id}/import/guess',
  summary: 'Guess the import configuration of an account from a sample file',
  description: 'The body is the file. Nothing is stored. Correct the returned configuration and set it.',
  params,
  query: importGuessQuery,
  responses: { 200: { description: 'The guess.', body: importGuess } },
  errors: ['csv-unreadable'],
})

export const previewAccountImport = defineOperation({
  ...shared,
  ...sampleFile,
  id: 'previewAccountImport',
  method: 'POST',
  path: '/admin/accounts/{account_id}/import/preview',
  summary: 'Preview the import of a file of an account',
  description: 'The same as for the account itself. The body is the file. Nothing is created or changed.',
  params,
  responses: { 200: { description: 'The decision for each row.', body: importPreview } },
  errors: ['import-not-configured', 'csv-unreadable', 'csv-column-missing'],
})

export const findImports = defineOperation({
  ...shared,
  id: 'findImports',
  method: 'GET',
  path: '/admin/imports',
  summary: 'List the imports of all accounts and of unknown senders',
  query: importSearch,
  responses: { 200: { description: 'A page of runs, newest first.', body: pageOf(importRun) } },
  errors: [],
})

export const inspectImport = defineOperation({
  ...shared,
  id: 'inspectImport',
  method: 'GET',
  path: '/admin/imports/{run}',
  summary: 'Read an import row by row',
  params: closed({ run: internalId }),
  query: importRowFilter,
  responses: { 200: { description: 'The run and a page of its rows, in order.', body: importRunDetail } },
  errors: [],
})

export const downloadImportMail = defineOperation({
  ...shared,
  id: 'downloadImportMail',
  method: 'GET',
  path: '/admin/imports/{run}/mail',
  summary: 'Download the mail of an import',
  params: closed({ run: internalId }),
  responses: { 200: { description: 'The mail as it was received.', contentType: 'message/rfc822' } },
  errors: ['import-mail-gone'],
})

export const releaseImport = defineOperation({
  ...shared,
  id: 'releaseImport',
  method: 'POST',
  path: '/admin/imports/{run}/release',
  summary: 'Release an import from quarantine',
  params: closed({ run: internalId }),
  responses: { 202: { description: 'The run.', body: importRun } },
  errors: ['import-not-quarantined', 'import-not-configured'],
})
