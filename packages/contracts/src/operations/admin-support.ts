/** Support's operations on all accounts and services. */
import { operationsOf } from '../operation.ts'
import { accountId, releaseLink } from '../schemas/identifiers.ts'
import { build } from '../schemas/release-life.ts'
import { closed, text } from '../schemas/shape.ts'
import {
  allDeadLetters,
  foundReleases,
  redriven,
  releaseSearch,
  requestTrace,
  supportDiagnosis,
  supportQuestion,
  systemStatus,
} from '../schemas/support.ts'
import { mebibytes } from './limits.ts'

const shared = { audience: 'admin', tag: 'Support', bodyLimitBytes: mebibytes(1) } as const
const ofReleases = operationsOf({ ...shared, service: 'releases' })

export const findReleases = ofReleases('GET /admin/releases', {
  summary: 'Find a release by its link, one of its download codes, or its number',
  query: closed(releaseSearch),
  responses: { 200: { description: 'The matching releases, newest first.', body: foundReleases } },
})

export const buildRelease = ofReleases('POST /admin/releases/{account}/{release}/build', {
  summary: 'Build the documents of a release again',
  description: 'Starts a new build in any state of the previous one. A running build is replaced.',
  params: closed({ account: accountId, release: releaseLink }),
  responses: { 202: { description: 'The new build.', body: build } },
  errors: ['precondition-failed'],
})

/** The gateway asks each service and combines the results. */
const ofGateway = operationsOf({ ...shared, service: 'gateway' })

export const listAllDeadLetters = ofGateway('GET /admin/dead-letters', {
  summary: 'List dead letters: messages that could not be handled',
  responses: { 200: { description: 'The dead letters of all services.', body: allDeadLetters } },
})

export const redriveQueue = ofGateway('POST /admin/dead-letters/{queue}/redrive', {
  summary: 'Redrive the dead letters of a queue',
  params: closed({ queue: text(200, { minLength: 1 }) }),
  responses: { 200: { description: 'Number of messages that were sent to the queue again.', body: redriven } },
})

export const findRequest = ofGateway('GET /admin/requests/{request_id}', {
  summary: 'Find the records of a request',
  params: closed({ request_id: text(128, { minLength: 1 }) }),
  responses: { 200: { description: 'The records of the services.', body: requestTrace } },
})

export const diagnose = ofGateway('GET /admin/diagnosis', {
  summary: 'Say why travellers did not get a roadbook',
  description: 'The same as for partners, across accounts, also by e-mail address and request id.',
  query: closed(supportQuestion),
  responses: { 200: { description: 'The facts that all services know, and the findings.', body: supportDiagnosis } },
})

export const readStatus = ofGateway('GET /admin/status', {
  summary: 'Read the state of every service',
  responses: { 200: { description: 'The current state of each service.', body: systemStatus } },
})
