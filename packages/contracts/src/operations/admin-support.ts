/** Support's operations that span services: the gateway asks each service and combines the results. */
import { defineOperation } from '../operation.ts'
import { allDeadLetters, redriven } from '../schemas/dead-letters.ts'
import { requestTrace } from '../schemas/request-trace.ts'
import { closed, text } from '../schemas/shape.ts'
import { systemStatus } from '../schemas/status.ts'
import { mebibytes } from './limits.ts'

const shared = { service: 'gateway', audience: 'admin', tag: 'Support', bodyLimitBytes: mebibytes(1) } as const

export const listAllDeadLetters = defineOperation({
  ...shared,
  id: 'listAllDeadLetters',
  method: 'GET',
  path: '/admin/dead-letters',
  summary: 'List dead letters: messages that could not be handled',
  responses: { 200: { description: 'The dead letters of all services.', body: allDeadLetters } },
  errors: [],
})

export const redriveQueue = defineOperation({
  ...shared,
  id: 'redriveQueue',
  method: 'POST',
  path: '/admin/dead-letters/{queue}/redrive',
  summary: 'Redrive the dead letters of a queue',
  params: closed({ queue: text(200, { minLength: 1 }) }),
  responses: { 200: { description: 'Number of messages that were sent to the queue again.', body: redriven } },
  errors: [],
})

export const findRequest = defineOperation({
  ...shared,
  id: 'findRequest',
  method: 'GET',
  path: '/admin/requests/{request_id}',
  summary: 'Find the records of a request',
  params: closed({ request_id: text(128, { minLength: 1 }) }),
  responses: { 200: { description: 'The records of the services.', body: requestTrace } },
  errors: [],
})

export const readStatus = defineOperation({
  ...shared,
  id: 'readStatus',
  method: 'GET',
  path: '/admin/status',
  summary: 'Read the state of every service',
  responses: { 200: { description: 'The current state of each service.', body: systemStatus } },
  errors: [],
})
