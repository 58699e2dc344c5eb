import { type Static, Type } from 'typebox'
import { serviceNames } from '../operation.ts'
import { closed, oneOf } from './shape.ts'

export const checkStates = ['up', 'down'] as const

/** One service as its own `/readyz` tells; `unreachable` when it did not answer, and then no check is known. */
export const partStatus = closed({
  name: oneOf(serviceNames),
  status: oneOf([...checkStates, 'draining', 'unreachable']),
  checks: Type.Record(Type.String(), oneOf(checkStates), { description: 'What the service needs, by name.' }),
})
export type PartStatus = Static<typeof partStatus>

export const systemStatus = closed(
  { version: Type.String({ description: 'Of the gateway that answers.' }), parts: Type.Array(partStatus) },
  { title: 'SystemStatus' },
)
export type SystemStatus = Static<typeof systemStatus>
