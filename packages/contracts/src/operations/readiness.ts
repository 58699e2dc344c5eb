/** Every service reports its own readiness, so that support does not need the addresses of health listeners. */
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
