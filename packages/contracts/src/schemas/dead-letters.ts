import { type Static, Type } from 'typebox'
import { serviceNames } from '../operation.ts'
import { instant } from './fields.ts'
import { closed, nullable, oneOf } from './shape.ts'

/** A message that could not be handled. Without its data, which may be personal. */
export const deadLetter = closed(
  {
    id: Type.String(),
    type: Type.String(),
    reason: Type.String(),
    attempts: Type.Integer({ minimum: 0 }),
    at: nullable(instant),
  },
  { title: 'DeadLetter' },
)
export type DeadLetter = Static<typeof deadLetter>

export const deadLetterQueue = closed({
  queue: Type.String({ description: 'Name of the subscription’s queue, without `.dead`.' }),
  count: Type.Integer({ minimum: 0 }),
  messages: Type.Array(deadLetter, { description: 'The oldest messages.' }),
})

export const serviceDeadLetters = closed({ queues: Type.Array(deadLetterQueue) })

/** Dead letters of all services. Services that did not respond are named in `unreachable`. */
export const allDeadLetters = closed({
  queues: Type.Array(deadLetterQueue),
  unreachable: Type.Array(oneOf(serviceNames)),
})

export const redriven = closed({ queue: Type.String(), redriven: Type.Integer({ minimum: 0 }) })
