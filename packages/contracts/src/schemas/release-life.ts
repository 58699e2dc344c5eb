/** Builds, audit log and registered devices of a release. */
import { type Static, Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import { instant, issue } from './fields.ts'
import { downloadCode, generation, releaseLink } from './identifiers.ts'
import { closed, nullable, oneOf, text } from './shape.ts'

export const build = closed(
  {
    state: oneOf(['waiting', 'running', 'completed', 'failed']),
    generation: nullable(generation),
    step: nullable(Type.String({ description: 'Current step, e.g. `rendering`.' })),
    percent: Type.Number({ minimum: 0, maximum: 100 }),
    message: nullable(
      Type.String({
        description:
          'Why it failed, or what it waits for. English has details; with `Accept-Language: de`, `es`, `fr`, `it` or `nl` a shorter sentence in that language.',
      }),
    ),
    warnings: Type.Array(issue, { description: 'Their messages are in the language of `message`.' }),
    requestedAt: nullable(instant),
    finishedAt: nullable(instant),
  },
  { title: 'Build' },
)
export type Build = Static<typeof build>

export const auditEntry = closed(
  {
    at: instant,
    actor: Type.String({
      description:
        'The beginning of an API key, a person of the portal such as `user:anna@account.example`, the seller by its OID such as `seller:XYZ`, ' +
        '`support`, or a part of the service.',
    }),
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

/** The fields that an audit entry can name in `before` and `after`. */
export const auditFields = [
  ...(['downloadCode', 'sellerDownloadCode', 'seller', 'guidebook', 'title', 'lang', 'devices'] as const),
  ...(['startDate', 'endDate', 'arrivalDate', 'departureDate'] as const),
  ...(['accommodation', 'texts', 'assets', 'kind', 'customized', 'positioning'] as const),
  ...(['appEnabled', 'pdfEnabled', 'gpxEnabled', 'disabled', 'locked'] as const),
  ...(['sourceGuidebook', 'sourceCustomId', 'sourceVersion'] as const),
  // Of a build and its warnings.
  ...(['generation', 'contentVersion', 'pages', 'durationMs', 'steps', 'willRetry', 'externalId', 'pointer'] as const),
  // Of devices and documents.
  ...(['id', 'name', 'traveller', 'from', 'until', 'bytes'] as const),
] as const
export type AuditField = (typeof auditFields)[number]

/** An audit entry with what names its release, for the list of an account. */
export const releaseChange = closed(
  {
    release: releaseLink,
    downloadCode,
    bundleName: Type.String(),
    revoked: Type.Boolean({ description: 'The release is revoked now. Another release may have its code.' }),
    entry: auditEntry,
  },
  { title: 'ReleaseChange' },
)

/** An audit entry with its release, for searches across releases. */
export const tracedEntry = closed({ release: releaseLink, entry: auditEntry })

export const releaseStates = [
  'upcoming',
  'active',
  'on-tour',
  'ended',
  'disabled',
  'building',
  'failed',
  'locked',
] as const
export const releaseSorts = [
  '-created',
  'created',
  'start',
  '-start',
  'end',
  '-end',
  'arrival',
  '-arrival',
  'title',
  '-title',
] as const

/** Chosen by the app and also sent in a header. It is never shown: with the link it gives access to the trip. */
export const deviceId = Type.String({
  pattern: '^[!-~]{1,128}$',
  fault: 'visible-ascii' satisfies FieldRule,
  description: 'Random ID of the app on this device; the same while the app is installed.',
  examples: ['6f1c8a9e-3b52-4c7d-9d0e-2f1a7b6c5d4e'],
})

export const deviceRegistration = closed(
  {
    deviceId,
    name: text(100, { minLength: 1, description: 'Name of the device for people.', examples: ['Anna’s phone'] }),
  },
  { title: 'DeviceRegistration' },
)

export const device = closed(
  {
    id: text(64, { minLength: 1, description: 'ID of the device, for removing it.' }),
    name: Type.String(),
    registeredAt: instant,
  },
  { title: 'Device' },
)
export type Device = Static<typeof device>
