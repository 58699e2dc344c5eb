/** What can be read about a release beside its record: its builds and its audit log. */
import { type Static, Type } from 'typebox'
import { instant, issue } from './fields.ts'
import { generation, releaseLink } from './identifiers.ts'
import { closed, nullable, oneOf } from './shape.ts'

export const build = closed(
  {
    state: oneOf(['waiting', 'running', 'completed', 'failed']),
    generation: nullable(generation),
    step: nullable(Type.String({ description: 'What is being done, e.g. `render-pdf`.' })),
    percent: Type.Number({ minimum: 0, maximum: 100 }),
    message: nullable(Type.String()),
    warnings: Type.Array(issue),
    requestedAt: nullable(instant),
    finishedAt: nullable(instant),
  },
  { title: 'Build' },
)
export type Build = Static<typeof build>

export const auditEntry = closed(
  {
    at: instant,
    actor: Type.String(),
    action: Type.String(),
    severity: oneOf(['info', 'warning', 'error']),
    message: Type.String(),
    code: nullable(Type.String()),
    requestId: nullable(Type.String()),
    before: Type.Unknown({ description: 'What changed, as it was; null when nothing did.' }),
    after: Type.Unknown({ description: 'What changed, as it is now.' }),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof auditEntry>

/** An audit entry with the release it belongs to, for a look-up across releases. */
export const tracedEntry = closed({ release: releaseLink, entry: auditEntry })

export const releaseStates = ['upcoming', 'active', 'ended', 'disabled'] as const
