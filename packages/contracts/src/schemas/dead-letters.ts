import { type Static, Type } from 'typebox'
import { serviceNames } from '../operation.ts'
import { instant } from './fields.ts'
import { closed, nullable, oneOf } from './shape.ts'

/** A message that could not be handled, without its data: that may be personal. */
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
  messages: Type.Array(deadLetter, { description: 'The oldest of them.' }),
})

export const serviceDeadLetters = closed({ queues: Type.Array(deadLetterQueue) })

/** All services' dead letters; a service that did not answer is named, not passed over. */
export const allDeadLetters = closed({
  queues: Type.Array(deadLetterQueue),
  unreachable: Type.Array(oneOf(serviceNames)),
})

export const redriven = closed({ queue: Type.String(), redriven: Type.Integer({ minimum: 0 }) })
