import { type Static, Type } from 'typebox'
import { serviceNames } from '../operation.ts'
import { closed, oneOf } from './shape.ts'

export const checkStates = ['up', 'down'] as const

const facts = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
  description: 'Instants in ISO 8601, counts, seconds.',
})
const mailbox = { polls: true, lastPoll: '2026-07-14T03:00:12.345Z', unhandled: 0, oldestUnhandledSeconds: 0 }

/** One service as its own `/readyz` tells; `unreachable` when it did not answer, and then no check is known. */
export const partStatus = closed({
  name: oneOf(serviceNames),
  status: oneOf([...checkStates, 'draining', 'unreachable']),
  checks: Type.Record(Type.String(), oneOf(checkStates), { description: 'What the service needs, by name.' }),
  facts: Type.Optional(
    Type.Record(Type.String(), facts, {
      description: 'What is known of some of them, by name.',
      examples: [{ mailbox }],
    }),
  ),
})
export type PartStatus = Static<typeof partStatus>

export const systemStatus = closed(
  { version: Type.String({ description: 'Of the gateway that answers.' }), parts: Type.Array(partStatus) },
  { title: 'SystemStatus' },
)
export type SystemStatus = Static<typeof systemStatus>
