/** Operations of releases for other services. */
import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { buildInput } from '../schemas/build-input.ts'
import { accountId, generation, releaseLink } from '../schemas/identifiers.ts'
import { fault } from '../schemas/problem.ts'
import { tracedEntry } from '../schemas/release-life.ts'
import { releaseRequest } from '../schemas/release-request.ts'
import { closed, nullable, text } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const shared = { service: 'releases', audience: 'internal', tag: 'Internal' } as const

export const readBuildInput = defineOperation({
  ...shared,
  id: 'readBuildInput',
  method: 'GET',
  path: '/internal/releases/{link}/build-input',
  summary: 'Read the input of a build of this generation',
  callers: ['builder'],
  params: closed({ link: releaseLink }),
  query: closed({ generation }),
  responses: { 200: { description: 'The input.', body: buildInput } },
  errors: ['generation-superseded'],
})

export const checkRelease = defineOperation({
  ...shared,
  id: 'checkRelease',
  method: 'POST',
  path: '/internal/releases/check',
  summary: 'Check a release request without effect',
  callers: ['importer'],
  body: closed({ account: accountId, request: releaseRequest }),
  bodyLimitBytes: mebibytes(4),
  responses: {
    200: {
      description: 'The faults, and the existing release with the same code.',
      body: closed({ faults: Type.Array(fault), existing: nullable(closed({ link: releaseLink })) }),
    },
  },
  errors: [],
})

export const findAuditByRequest = defineOperation({
  ...shared,
  id: 'findAuditByRequest',
  method: 'GET',
  path: '/internal/audit',
  summary: 'Find the audit entries of a request',
  callers: ['gateway'],
  query: closed({ requestId: text(128, { minLength: 1 }) }),
  responses: { 200: { description: 'The entries, oldest first.', body: closed({ entries: Type.Array(tracedEntry) }) } },
  errors: [],
})
