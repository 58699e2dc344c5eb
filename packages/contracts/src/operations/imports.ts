import { defineOperation } from '../operation.ts'
import { internalId } from '../schemas/identifiers.ts'
import { importPreview, importRun, importRunDetail } from '../schemas/imports.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const shared = { service: 'importer', audience: 'partner', tag: 'CSV imports' } as const

export const listImports = defineOperation({
  ...shared,
  id: 'listImports',
  method: 'GET',
  path: '/account/imports',
  summary: 'List the imports of the account',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page of runs, newest first.', body: pageOf(importRun) } },
  errors: [],
})

export const readImport = defineOperation({
  ...shared,
  id: 'readImport',
  method: 'GET',
  path: '/account/imports/{run}',
  summary: 'Read an import row by row',
  params: closed({ run: internalId }),
  responses: { 200: { description: 'The run and all its rows.', body: importRunDetail } },
  errors: [],
})

export const previewImport = defineOperation({
  ...shared,
  id: 'previewImport',
  method: 'POST',
  path: '/account/imports/preview',
  summary: 'See what a file would do',
  description: 'The body is the file. Nothing is created or changed.',
  changesNothing: true,
  bodyContentTypes: ['text/csv', 'text/plain'],
  bodyLimitBytes: mebibytes(16),
  responses: { 200: { description: 'The decision for each row.', body: importPreview } },
  errors: ['import-not-configured', 'csv-unreadable', 'csv-column-missing'],
})
