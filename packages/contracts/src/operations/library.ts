import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { accountId, customId } from '../schemas/identifiers.ts'
import { library, libraryChange, libraryCreation } from '../schemas/library.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const shared = { service: 'geodata', audience: 'partner', tag: 'Libraries' } as const

export const createLibrary = defineOperation({
  ...shared,
  id: 'createLibrary',
  method: 'POST',
  path: '/content/library',
  summary: 'Create a library',
  body: libraryCreation,
  bodyLimitBytes: mebibytes(1),
  responses: { 201: { description: 'The library.', body: library } },
  errors: ['custom-id-taken', 'request-in-progress', 'idempotency-key-reused'],
})

export const updateLibrary = defineOperation({
  ...shared,
  id: 'updateLibrary',
  method: 'PUT',
  path: '/content/library/{customId}',
  summary: 'Rename a library',
  params: closed({ customId }),
  body: libraryChange,
  bodyLimitBytes: mebibytes(1),
  responses: { 200: { description: 'The library.', body: library } },
  errors: ['custom-id-taken', 'precondition-failed', 'request-in-progress', 'idempotency-key-reused'],
})

export const readLibrary = defineOperation({
  ...shared,
  id: 'readLibrary',
  method: 'GET',
  path: '/content/library/{customId}',
  summary: 'Read a library',
  params: closed({ customId }),
  query: closed({ account: Type.Optional(accountId) }),
  responses: { 200: { description: 'The library.', body: library } },
  errors: [],
})

export const listLibraries = defineOperation({
  ...shared,
  id: 'listLibraries',
  method: 'GET',
  path: '/content/library',
  summary: 'List the libraries of the account',
  query: closed({ account: Type.Optional(accountId), ...pageQuery }),
  responses: { 200: { description: 'A page of libraries.', body: pageOf(library) } },
  errors: [],
})
