import { operationsOf } from '../operation.ts'
import { internalId } from '../schemas/identifiers.ts'
import {
  importFilter,
  importPreview,
  importRowFilter,
  importRun,
  importRunDetail,
  previewedRows,
} from '../schemas/imports.ts'
import { closed, pageOf } from '../schemas/shape.ts'
import { sampleFile } from './limits.ts'

const operation = operationsOf({ service: 'importer', audience: 'partner', role: 'viewer', tag: 'CSV imports' })

export const listImports = operation('GET /account/imports', {
  summary: 'List the imports of the account',
  description: 'Files that were mailed, with the number of rows by result.',
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

export const previewImport = operation('POST /account/imports/preview', {
  role: 'office',
  summary: 'Preview the import of a file',
  description: `The body is the file. Nothing is created or changed. The response has the first ${previewedRows} rows.`,
  ...sampleFile,
  responses: { 200: { description: 'The decision for each row.', body: importPreview } },
  errors: ['import-not-configured', 'csv-unreadable', 'csv-column-missing'],
})
