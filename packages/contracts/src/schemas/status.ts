import { type Static, Type } from 'typebox'
import { serviceNames } from '../operation.ts'
import { closed, oneOf } from './shape.ts'

export const checkStates = ['up', 'down'] as const

const facts = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
  description: 'Instants in ISO 8601, counts, seconds.',
})
const mailbox = { polls: true, lastPoll: '2026-07-14T03:00:12.345Z', unhandled: 0, oldestUnhandledSeconds: 0 }

const checks = Type.Record(Type.String(), oneOf(checkStates), { description: 'Dependencies of the service, by name.' })
const factsByCheck = Type.Optional(
  Type.Record(Type.String(), facts, {
    description: 'Details of some dependencies, by name.',
    examples: [{ mailbox }],
  }),
)

/** The state of a service as it reports it. */
export const readiness = closed({ status: oneOf([...checkStates, 'draining']), checks, facts: factsByCheck })
export type Readiness = Static<typeof readiness>

/** The state of one service for support; `unreachable` when it did not respond, and then `checks` is empty. */
export const partStatus = closed({
  name: oneOf(serviceNames),
  status: oneOf([...checkStates, 'draining', 'unreachable']),
  checks,
  facts: factsByCheck,
})
export type PartStatus = Static<typeof partStatus>

export const systemStatus = closed(
  { version: Type.String({ description: 'Version of the gateway.' }), parts: Type.Array(partStatus) },
  { title: 'SystemStatus' },
)
export type SystemStatus = Static<typeof systemStatus>
