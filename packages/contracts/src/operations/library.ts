import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { accountId, customIdLike } from '../schemas/identifiers.ts'
import { library, libraryChange, libraryCreation } from '../schemas/library.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const operation = operationsOf({ service: 'geodata', audience: 'partner', role: 'editor', tag: 'Libraries' })

export const createLibrary = operation('POST /content/library', {
  summary: 'Create a library',
  description: 'A library holds routes, points of interest and texts. Its custom ID is unique within the account.',
  body: libraryCreation,
  bodyLimitBytes: mebibytes(1),
  responses: { 201: { description: 'The library.', body: library, location: true } },
  errors: ['custom-id-taken', ...idempotencyErrors],
})

export const updateLibrary = operation('PUT /content/library/{customId}', {
  summary: 'Rename a library',
  description: 'Changes the names, and the custom ID if the body has one. Its items stay in it.',
  params: closed({ customId: customIdLike('LIB-1') }),
  body: libraryChange,
  bodyLimitBytes: mebibytes(1),
  responses: { 200: { description: 'The library.', body: library } },
  errors: ['custom-id-taken', 'precondition-failed', ...idempotencyErrors],
})

export const readLibrary = operation('GET /content/library/{customId}', {
  role: 'viewer',
  summary: 'Read a library',
  description: 'By its custom ID.',
  params: closed({ customId: customIdLike('LIB-1') }),
  query: closed({ account: Type.Optional(accountId) }),
  responses: { 200: { description: 'The library.', body: library } },
})

export const listLibraries = operation('GET /content/library', {
  role: 'viewer',
  summary: 'List the libraries of the account',
  description: 'In the order of their creation.',
  query: closed({ account: Type.Optional(accountId), ...pageQuery }),
  responses: { 200: { description: 'A page of libraries.', body: pageOf(library) } },
})
