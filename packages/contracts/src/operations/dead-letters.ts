/** Operations of every service on its own dead letters. */
import { defineOperation } from '../operation.ts'
import { redriven, serviceDeadLetters } from '../schemas/dead-letters.ts'
import { closed, text } from '../schemas/shape.ts'

const shared = { service: 'every', audience: 'internal', tag: 'Internal', callers: ['gateway'] } as const

export const listDeadLetters = defineOperation({
  ...shared,
  id: 'listDeadLetters',
  method: 'GET',
  path: '/internal/dead-letters',
  summary: 'List the dead letters of this service',
  responses: { 200: { description: 'The queues with dead letters.', body: serviceDeadLetters } },
  errors: [],
})

export const redriveDeadLetters = defineOperation({
  ...shared,
  id: 'redriveDeadLetters',
  method: 'POST',
  path: '/internal/dead-letters/{queue}/redrive',
  summary: 'Redrive the dead letters of a queue',
  params: closed({ queue: text(200, { minLength: 1 }) }),
  responses: { 200: { description: 'Number of messages that were sent to the queue again.', body: redriven } },
  errors: [],
})
