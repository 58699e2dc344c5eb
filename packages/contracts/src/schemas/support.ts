/** What support sees of releases, requests, dead letters and services. */
import { type Static, Type } from 'typebox'
import { serviceNames } from '../operation.ts'
import { releaseKinds } from './build.ts'
import { diagnosis, finding, sentMail } from './diagnosis.ts'
import { instant, language } from './fields.ts'
import { accountId, generation } from './identifiers.ts'
import { importRun } from './imports.ts'
import { auditEntry, build, tracedEntry } from './release-life.ts'
import { releaseRecord } from './release-record.ts'
import { closed, nullable, oneOf, text } from './shape.ts'

/** The build that the link shows. */
const publishedBuild = closed({ generation, at: instant })

/** A release for support: record, build and latest audit entries. */
export const foundRelease = closed({
  kind: oneOf(releaseKinds),
  record: releaseRecord,
  revokedAt: nullable(instant),
  build,
  published: nullable(publishedBuild),
  audit: Type.Array(auditEntry, { description: 'The latest entries, newest first.' }),
})
export type FoundRelease = Static<typeof foundRelease>

/** Several releases may match: a code is unique within an account only, and a number may be the code of another release. */
export const releaseSearch = {
  name: text(64, {
    minLength: 1,
    description: 'Link, download code of the operator or the seller, or internal number.',
  }),
  account: Type.Optional({
    ...accountId,
    description: 'Only releases with this account as operator or seller.',
  } as typeof accountId),
  audit: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 200, default: 20, description: 'Number of audit entries of each release.' }),
  ),
}

export const foundReleases = closed({ releases: Type.Array(foundRelease, { maxItems: 20 }) })

/** A request as recorded by the gateway. Paths are templates, because a link is a secret. */
export const journalEntry = closed({
  at: instant,
  account: nullable(accountId),
  keyPrefix: nullable(Type.String()),
  person: nullable(Type.String({ description: 'The person of the portal who made the request, as in the audit log.' })),
  method: Type.String(),
  operation: nullable(Type.String()),
  path: nullable(Type.String()),
  status: Type.Integer(),
  durationMs: Type.Integer({ minimum: 0 }),
  error: nullable(Type.String({ description: 'Error code of a refusal.' })),
  downloadCode: nullable(Type.Integer({ description: 'Download code that a refused request named.' })),
  faults: Type.Array(closed({ pointer: Type.String(), code: Type.String() }), {
    description: 'The first faults of a refusal, without their messages.',
  }),
})
export type JournalEntry = Static<typeof journalEntry>

export const requestTrace = closed({
  requestId: Type.String(),
  requests: Type.Array(journalEntry),
  audit: Type.Array(tracedEntry),
  unreachable: Type.Array(oneOf(serviceNames)),
})

export const questionKinds = ['link', 'code', 'email', 'request'] as const

/** Support's question: a Trip Link or its slug, a download code, a number, an e-mail address, or a request id. */
export const supportQuestion = {
  q: text(512, {
    minLength: 1,
    description: 'Trip Link or its slug, download code, internal number, e-mail address, or request id.',
  }),
  account: Type.Optional({
    ...accountId,
    description: 'Only what belongs to this account. Mails to an address are those of all accounts.',
  } as typeof accountId),
  lang: Type.Optional({ ...language, default: 'en' } as typeof language),
}

/** What is known about support's question. `findings` are those that belong to no single release. */
export const supportDiagnosis = closed({
  kind: oneOf(questionKinds, { description: 'What the question was taken for.' }),
  diagnoses: Type.Array(diagnosis, { description: 'One for each release, or one for a code without a release.' }),
  imports: Type.Array(importRun, { description: 'The newest imports of this sender.' }),
  mails: Type.Array(sentMail, { description: 'The newest mails to this address.' }),
  requests: Type.Array(journalEntry, { description: 'The records of this request.' }),
  findings: Type.Array(finding),
  unknown: Type.Array(oneOf(serviceNames), { description: 'Services that did not respond in time.' }),
})
export type SupportDiagnosis = Static<typeof supportDiagnosis>

/** A message that could not be handled. Without its data, which may be personal. */
export const deadLetter = closed({
  id: Type.String(),
  type: Type.String(),
  reason: Type.String(),
  attempts: Type.Integer({ minimum: 0 }),
  at: nullable(instant),
})
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

/** The parts of a service that its health names, with the facts that it reports of them. */
export const healthParts = {
  database: [],
  schema: ['missing', 'ahead'],
  broker: [],
  'object store': [],
  mailbox: ['polls', 'lastPoll', 'unreadSince', 'onServer', 'unhandled', 'oldestUnhandledSeconds', 'unfiled'],
  'mail folders': [],
  process: ['version', 'revision', 'instance', 'startedAt', 'clock'],
  outbox: ['waiting', 'oldestSeconds'],
  deliveries: ['due', 'oldestDueSeconds', 'endpointsFailing', 'endpointsPaused', 'endpointsOff'],
  'rate limit counters': ['shared'],
  'public address': ['url'],
} as const satisfies Record<string, readonly string[]>
export type HealthPart = keyof typeof healthParts
export type HealthFact = (typeof healthParts)[HealthPart][number]

const checkStates = ['up', 'down'] as const

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

export const systemStatus = closed({
  version: Type.String({ description: 'Version of the gateway.' }),
  parts: Type.Array(partStatus),
})
