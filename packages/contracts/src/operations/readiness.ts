/** What every service reports about its own readiness, so that support needs no address of a health listener. */
import { defineOperation } from '../operation.ts'
import { readiness } from '../schemas/status.ts'

export const readReadiness = defineOperation({
  id: 'readReadiness',
  service: 'every',
  audience: 'internal',
  tag: 'Internal',
  callers: ['gateway'],
  method: 'GET',
  path: '/internal/readiness',
  summary: 'Read the readiness of this service',
  responses: { 200: { description: 'Its state, also when it is not ready.', body: readiness } },
  errors: [],
})
