import { idempotencyErrors, operationsOf } from '../operation.ts'
import { internalId } from '../schemas/identifiers.ts'
import {
  importConfiguration,
  importFilter,
  importPreview,
  importRowFilter,
  importRun,
  importRunDetail,
  importUpload,
  previewedRows,
} from '../schemas/imports.ts'
import { closed, nullable, pageOf } from '../schemas/shape.ts'
import { csvFile, sampleFile } from './limits.ts'

const operation = operationsOf({ service: 'importer', audience: 'partner', role: 'viewer', tag: 'CSV imports' })

export const listImports = operation('GET /account/imports', {
  summary: 'List the imports of the account',
  description: 'Files that were mailed or uploaded, with the number of rows by result.',
  query: importFilter,
  responses: { 200: { description: 'A page of runs, newest first.', body: pageOf(importRun) } },
})

export const readImport = operation('GET /account/imports/{run}', {
  summary: 'Read an import row by row',
  description: 'With the reasons of rows that failed.',
  params: closed({ run: internalId }),
  query: importRowFilter,
  responses: { 200: { description: 'The run and a page of its rows, in order.', body: importRunDetail } },
})

export const readImportConfiguration = operation('GET /account/imports/configuration', {
  summary: 'Read how the CSV files of the account are read',
  description:
    'The senders whose mails are imported, the columns, the release period and the format of the files. Support sets it.',
  responses: {
    200: {
      description: 'The configuration; null while support has not set one.',
      body: closed({ configuration: nullable(importConfiguration) }),
    },
  },
})

export const previewImport = operation('POST /account/imports/preview', {
  role: 'office',
  summary: 'Preview the import of a file',
  description: `The body is the file. Nothing is created or changed. The response has the first ${previewedRows} rows.`,
  ...sampleFile,
  responses: { 200: { description: 'The decision for each row.', body: importPreview } },
  errors: ['import-not-configured', 'csv-unreadable', 'csv-column-missing'],
})

export const uploadImport = operation('POST /account/imports', {
  role: 'office',
  summary: 'Import a file',
  description:
    'The body is the file. It is imported like a file that was mailed, with the same rules. The report is mailed to the person who is signed in, ' +
    'for an API key to the address of the account. The audit log of a release names the person or the key. ' +
    'A file that was imported before gets a failed run with the reason; rows of it that failed are ' +
    'tried again.',
  query: importUpload,
  ...csvFile,
  responses: { 202: { description: 'The run. Read it until it has ended.', body: importRun, location: true } },
  errors: ['import-not-configured', 'csv-unreadable', 'csv-column-missing', ...idempotencyErrors],
})
