/** Builds and audit log of a release. */
import { type Static, Type } from 'typebox'
import { instant, issue } from './fields.ts'
import { generation, releaseLink } from './identifiers.ts'
import { closed, nullable, oneOf } from './shape.ts'

export const build = closed(
  {
    state: oneOf(['waiting', 'running', 'completed', 'failed']),
    generation: nullable(generation),
    step: nullable(Type.String({ description: 'Current step, e.g. `render-pdf`.' })),
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
    before: Type.Unknown({ description: 'The changed fields before the change; null when nothing changed.' }),
    after: Type.Unknown({ description: 'The changed fields after the change.' }),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof auditEntry>

/** An audit entry with its release, for searches across releases. */
export const tracedEntry = closed({ release: releaseLink, entry: auditEntry })

export const releaseStates = ['upcoming', 'active', 'ended', 'disabled'] as const
