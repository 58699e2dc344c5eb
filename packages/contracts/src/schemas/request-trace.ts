import { type Static, Type } from 'typebox'
import { serviceNames } from '../operation.ts'
import { instant } from './fields.ts'
import { accountId } from './identifiers.ts'
import { tracedEntry } from './release-life.ts'
import { closed, nullable, oneOf } from './shape.ts'

/** A request as recorded by the gateway. Paths are templates, because a link is a secret. */
export const journalEntry = closed({
  at: instant,
  account: nullable(accountId),
  keyPrefix: nullable(Type.String()),
  method: Type.String(),
  operation: nullable(Type.String()),
  path: nullable(Type.String()),
  status: Type.Integer(),
  durationMs: Type.Integer({ minimum: 0 }),
})
export type JournalEntry = Static<typeof journalEntry>

export const requestTrace = closed(
  {
    requestId: Type.String(),
    requests: Type.Array(journalEntry),
    audit: Type.Array(tracedEntry),
    unreachable: Type.Array(oneOf(serviceNames)),
  },
  { title: 'RequestTrace' },
)
export type RequestTrace = Static<typeof requestTrace>
