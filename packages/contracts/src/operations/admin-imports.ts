/** Support's operations on CSV imports. */
import { operationsOf } from '../operation.ts'
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
import { mebibytes, sampleFile } from './limits.ts'

const shared = { service: 'importer', audience: 'admin', tag: 'Support', bodyLimitBytes: mebibytes(1) } as const
const ofAccount = operationsOf({ ...shared, params: closed({ account_id: accountId }) })
const ofRun = operationsOf({ ...shared, params: closed({ run: internalId }) })

export const setAccountImport = ofAccount('PUT /admin/accounts/{account_id}/import', {
  summary: 'Configure the CSV import of an account',
  body: importConfiguration,
  responses: { 200: { description: 'The configuration.', body: importConfiguration } },
})

export const readAccountImport = ofAccount('GET /admin/accounts/{account_id}/import', {
  summary: 'Read how the CSV import of an account is configured',
  responses: { 200: { description: 'The configuration, in the form in which it is set.', body: importConfiguration } },
})

export const guessAccountImport = ofAccount('POST /admin/accounts/{account_id}/import/guess', {
  ...sampleFile,
  summary: 'Guess the import configuration of an account from a sample file',
  description: 'The body is the file. Nothing is stored. Correct the returned configuration and set it.',
  query: importGuessQuery,
  responses: { 200: { description: 'The guess.', body: importGuess } },
  errors: ['csv-unreadable'],
})

export const previewAccountImport = ofAccount('POST /admin/accounts/{account_id}/import/preview', {
  ...sampleFile,
  summary: 'Preview the import of a file of an account',
  description: 'The same as for the account itself. The body is the file. Nothing is created or changed.',
  responses: { 200: { description: 'The decision for each row.', body: importPreview } },
  errors: ['import-not-configured', 'csv-unreadable', 'csv-column-missing'],
})

export const findImports = operationsOf(shared)('GET /admin/imports', {
  summary: 'List the imports of all accounts and of unknown senders',
  query: importSearch,
  responses: { 200: { description: 'A page of runs, newest first.', body: pageOf(importRun) } },
})

export const inspectImport = ofRun('GET /admin/imports/{run}', {
  summary: 'Read an import row by row',
  query: importRowFilter,
  responses: { 200: { description: 'The run and a page of its rows, in order.', body: importRunDetail } },
})

export const downloadImportMail = ofRun('GET /admin/imports/{run}/mail', {
  summary: 'Download the mail of an import',
  responses: { 200: { description: 'The mail as it was received.', contentType: 'message/rfc822' } },
  errors: ['import-mail-gone'],
})

export const releaseImport = ofRun('POST /admin/imports/{run}/release', {
  summary: 'Release an import from quarantine',
  responses: { 202: { description: 'The run.', body: importRun } },
  errors: ['import-not-quarantined', 'import-not-configured', 'import-mail-gone'],
})
