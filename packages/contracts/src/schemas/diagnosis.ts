/** Why travellers did not get a roadbook: the facts of all services about a release or a code, and the findings. */
import { type Static, Type } from 'typebox'
import { serviceNames } from '../operation.ts'
import { usageCounts } from './analytics.ts'
import { releaseKinds } from './build.ts'
import { date, instant, language } from './fields.ts'
import {
  accountId,
  downloadCode,
  generation,
  internalId,
  oid,
  releaseId,
  releaseKey,
  releaseLink,
} from './identifiers.ts'
import { importRow, importRun } from './imports.ts'
import { auditEntry, build, device } from './release-life.ts'
import { closed, nullable, oneOf } from './shape.ts'

/** What a Trip Link shows to travellers now. */
export const tripLinkStates = ['open', 'early', 'over', 'disabled', 'revoked', 'preparing', 'failed'] as const

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** An explanation for people, with advice. */
export const finding = closed(
  {
    code: Type.String({ description: 'Code of the message, such as `shows-early`.' }),
    severity: oneOf(['ok', 'info', 'warning', 'error'], {
      description: '`error` and `warning`: travellers or their operator miss something.',
    }),
    message: Type.String({ description: 'The finding as a sentence.' }),
    advice: nullable(Type.String({ description: 'What to do, as a sentence; null when there is nothing to do.' })),
  },
  { title: 'Finding' },
)
export type Finding = Static<typeof finding>

const party = closed({ id: accountId, oid, name: Type.String() }, { title: 'PartyName' })

const channel = (what: string) =>
  closed(
    { enabled: Type.Boolean(), available: Type.Boolean({ description: 'Whether it is built and enabled.' }) },
    { description: what },
  )

/** Most entries of each list of a diagnosis. */
export const diagnosedItems = 10

/** A release as `releases` knows it, in the time zone of its operator. */
export const diagnosedRelease = closed(
  {
    id: releaseId,
    key: releaseKey,
    link: releaseLink,
    url: Type.String({ description: 'The Trip Link.' }),
    title: Type.String(),
    kind: oneOf(releaseKinds),
    downloadCode,
    sellerDownloadCode: nullable(downloadCode),
    operator: party,
    seller: nullable(party),
    createdAt: instant,
    revokedAt: nullable(instant),
    disabled: Type.Boolean(),
    locked: Type.Boolean({ description: 'A locked release works, but refuses changes.' }),
    shows: oneOf(tripLinkStates, {
      description:
        'What the Trip Link shows now: the trip (`open`), that it is not open yet, over, closed (`disabled`), withdrawn (`revoked`), being prepared, or that its documents could not be built (`failed`).',
    }),
    period: closed(
      {
        start: date,
        end: date,
        timeZone: Type.String({ description: 'IANA time zone of the operator’s account.' }),
        today: date,
        opensAt: instant,
        closesAt: { ...instant, description: 'The end of the last day.' } as typeof instant,
      },
      { description: 'The release period, and the current day, in the time zone of the operator.' },
    ),
    channels: closed({
      app: channel('The app.'),
      pdf: channel('The PDF roadbook.'),
      gpx: channel('The GPX files.'),
    }),
    build,
    published: nullable(
      closed(
        {
          generation,
          at: instant,
          otherLanguages: Type.Array(language, { description: 'Languages of the page besides that of the release.' }),
        },
        { description: 'The build that the link shows.' },
      ),
    ),
    devices: closed({
      limit: count('Devices that may register.'),
      registered: count('Devices that are registered.'),
      newest: Type.Array(device, { description: 'The newest devices. Empty for the seller.' }),
    }),
    usage: nullable(
      closed(
        {
          ...usageCounts.properties,
          firstDay: nullable({ ...date, description: 'First day with a count.' } as typeof date),
          lastDay: nullable({ ...date, description: 'Last day with a count.' } as typeof date),
        },
        { title: 'ReleaseUsage' },
      ),
    ),
    changes: Type.Array(auditEntry, { description: 'The latest changes, newest first. Empty for the seller.' }),
  },
  { title: 'DiagnosedRelease' },
)
export type DiagnosedRelease = Static<typeof diagnosedRelease>

/** The newest build as the builder knows it. */
export const builderState = closed(
  {
    state: oneOf(['queued', 'running', 'done', 'failed', 'superseded']),
    attempts: count('Attempts that ended with an error.'),
    waits: count('Attempts that ended because another service was unavailable.'),
    nextAttemptAt: nullable(instant),
    lastError: nullable(Type.String()),
  },
  { title: 'BuilderState' },
)
export type BuilderState = Static<typeof builderState>

const diagnosedDelivery = closed(
  {
    id: internalId,
    state: oneOf(['pending', 'delivered', 'failed']),
    createdAt: instant,
    attempts: count('Attempts so far.'),
    lastAttemptAt: nullable(instant),
    lastStatus: nullable(Type.Integer({ description: 'HTTP status of the last attempt, if there was a response.' })),
    lastOutcome: nullable(Type.String({ description: 'Outcome of the last attempt, e.g. `timeout`.' })),
    nextAttemptAt: nullable(instant),
  },
  { title: 'DiagnosedDelivery' },
)

/** The seller’s webhook, without its address, and the deliveries of this release. */
export const diagnosedWebhook = closed(
  {
    isSet: Type.Boolean(),
    enabled: Type.Boolean(),
    failingSince: nullable(instant),
    deliveries: Type.Array(diagnosedDelivery, { description: 'The newest deliveries of the release.' }),
  },
  { title: 'DiagnosedWebhook' },
)
export type DiagnosedWebhook = Static<typeof diagnosedWebhook>

/** A row of a CSV file with the code, with its file and mail. */
export const diagnosedRow = closed(
  {
    account: accountId,
    run: importRun.properties.id,
    row: importRow.properties.row,
    status: importRow.properties.status,
    test: importRun.properties.test,
    downloadCode: nullable(Type.Integer()),
    link: nullable(Type.String()),
    errors: importRow.properties.errors,
    fileName: nullable(Type.String()),
    sender: nullable(Type.String()),
    subject: nullable(Type.String()),
    receivedAt: instant,
    mail: internalId,
  },
  { title: 'DiagnosedRow' },
)
export type DiagnosedRow = Static<typeof diagnosedRow>

/** A refused request that named the code. */
export const refusedRequest = closed(
  {
    requestId: Type.String(),
    at: instant,
    account: nullable(accountId),
    operation: nullable(Type.String()),
    status: Type.Integer(),
    code: nullable(Type.String({ description: 'Error code.' })),
    title: Type.String({ description: 'What the code means, in the language of the findings.' }),
    faults: Type.Array(closed({ pointer: Type.String(), code: Type.String() }), {
      description: 'The first faults of the response, without their messages.',
    }),
  },
  { title: 'RefusedRequest' },
)
export type RefusedRequest = Static<typeof refusedRequest>

export const mailKinds = ['share', 'build-problems', 'import-report', 'webhook-off', 'other'] as const

/** A mail that the service sent, without its text. */
export const sentMail = closed(
  {
    service: oneOf(serviceNames),
    kind: oneOf(mailKinds, { description: 'What it reports.' }),
    to: nullable(Type.String({ description: 'Null when the address is another account’s.' })),
    subject: nullable(
      Type.String({ description: 'Null for mails that may be secret, and for those of older versions.' }),
    ),
    state: oneOf(['waiting', 'sent', 'failed']),
    attempts: count('Failed attempts.'),
    createdAt: instant,
    settledAt: nullable(instant),
    lastError: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  },
  { title: 'SentMail' },
)
export type SentMail = Static<typeof sentMail>

export const diagnosis = closed(
  {
    release: nullable(diagnosedRelease),
    builder: nullable(builderState),
    webhook: nullable(diagnosedWebhook),
    importRows: Type.Array(diagnosedRow, { description: 'Rows of CSV files with this code, newest first.' }),
    refusedRequests: Type.Array(refusedRequest, { description: 'Refused requests with this code, newest first.' }),
    mails: Type.Array(sentMail, { description: 'Mails about the release and its rows, newest first.' }),
    findings: Type.Array(finding, { description: 'The conclusions, the most important first.' }),
    unknown: Type.Array(oneOf(serviceNames), {
      description: 'Services that did not respond in time. Their facts are missing here.',
    }),
  },
  {
    title: 'Diagnosis',
    description: 'Why travellers did, or did not, get a roadbook. Lists have the newest ten entries.',
  },
)
export type Diagnosis = Static<typeof diagnosis>
