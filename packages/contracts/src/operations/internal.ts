/** Operations that only services call. */
import { Type } from 'typebox'
import { operationsOf } from '../operation.ts'
import { accountProjection } from '../schemas/account.ts'
import { buildInput } from '../schemas/build.ts'
import {
  builderState,
  diagnosedItems,
  diagnosedRelease,
  diagnosedRow,
  diagnosedWebhook,
  sentMail,
} from '../schemas/diagnosis.ts'
import { anyNames, email } from '../schemas/fields.ts'
import {
  accountId,
  customId,
  downloadCode,
  generation,
  internalId,
  oid,
  releaseId,
  releaseKey,
  releaseLink,
  version,
} from '../schemas/identifiers.ts'
import { onExistingCode } from '../schemas/imports.ts'
import { guidebookContent, itemContent, storedGuidebook } from '../schemas/item-content.ts'
import { sentFault } from '../schemas/problem.ts'
import { itemKind, itemReference } from '../schemas/references.ts'
import { tracedEntry } from '../schemas/release-life.ts'
import { releaseRequest } from '../schemas/release-request.ts'
import { closed, nullable, oneOf, text } from '../schemas/shape.ts'
import { readiness, redriven, serviceDeadLetters } from '../schemas/support.ts'
import { largestBody, mebibytes, mostReferences } from './limits.ts'

const shared = { audience: 'internal', tag: 'Internal' } as const
const ofEvery = operationsOf({ ...shared, service: 'every', callers: ['gateway'] })

export const listDeadLetters = ofEvery('GET /internal/dead-letters', {
  summary: 'List the dead letters of this service',
  responses: { 200: { description: 'The queues with dead letters.', body: serviceDeadLetters } },
})

export const redriveDeadLetters = ofEvery('POST /internal/dead-letters/{queue}/redrive', {
  summary: 'Redrive the dead letters of a queue',
  params: closed({ queue: text(200, { minLength: 1 }) }),
  responses: { 200: { description: 'Number of messages that were sent to the queue again.', body: redriven } },
})

export const readReadiness = ofEvery('GET /internal/readiness', {
  summary: 'Read the readiness of this service',
  responses: { 200: { description: 'Its state, also when it is not ready.', body: readiness } },
})

/** `about`: the key of a release, or the id of the imported mail that a report is about. */
export const listMails = ofEvery('GET /internal/mails', {
  summary: 'List the mails that this service sent about something or to an address, newest first',
  query: closed(
    { about: Type.Optional(text(64, { minLength: 1 })), to: Type.Optional(email) },
    { exactlyOneOf: ['about', 'to'] },
  ),
  responses: { 200: { description: 'The newest mails.', body: closed({ mails: Type.Array(sentMail) }) } },
})

const ofGateway = operationsOf({
  ...shared,
  service: 'gateway',
  callers: ['releases', 'webhooks', 'importer'],
  responses: { 200: { description: 'The account or null.', body: closed({ account: nullable(accountProjection) }) } },
})

export const readAccount = ofGateway('GET /internal/accounts/{account_id}', {
  summary: 'Read an account',
  params: closed({ account_id: accountId }),
})

export const findAccountByOid = ofGateway('GET /internal/accounts', {
  summary: 'Find an account by its Operator ID',
  query: closed({ oid }),
})

const ofGeodata = operationsOf({ ...shared, service: 'geodata' })
const ofAccount = closed({ account: accountId })

const question = closed(
  { ...itemReference.properties, kind: Type.Optional(itemKind) },
  { exactlyOneOf: ['link', ['libraryCustomId', 'customId']] },
)
const answer = closed({
  id: internalId,
  kind: itemKind,
  customId: nullable(customId),
  /** Custom ID of the library; null when the item is in a guidebook. */
  library: nullable(customId),
})

export const resolveReferences = ofGeodata('POST /internal/references/resolve', {
  summary: 'Find the items of references. Results are in the order of the references, null for unknown ones.',
  callers: ['releases', 'builder', 'importer'],
  body: closed({ account: accountId, references: Type.Array(question, { maxItems: mostReferences }) }),
  bodyLimitBytes: largestBody,
  bodyValues: 100_000,
  responses: {
    200: { description: 'One result for each reference.', body: closed({ results: Type.Array(nullable(answer)) }) },
  },
})

export const findGuidebooks = ofGeodata('POST /internal/guidebooks/find', {
  summary:
    'Find guidebooks of any accounts by custom ID. Results are in the order of the questions, null for unknown ones.',
  callers: ['releases'],
  body: closed({ questions: Type.Array(closed({ account: accountId, customId }), { maxItems: 100 }) }),
  bodyLimitBytes: mebibytes(1),
  responses: {
    200: {
      description: 'One result for each question.',
      body: closed({
        results: Type.Array(nullable(closed({ id: internalId, customId, titles: anyNames, version }))),
      }),
    },
  },
})

export const readGuidebookContent = ofGeodata('GET /internal/guidebooks/{guidebook_id}/content', {
  summary: 'Read a guidebook with all its items, without tracks',
  callers: ['builder'],
  params: closed({ guidebook_id: internalId }),
  query: ofAccount,
  responses: { 200: { description: 'The content.', body: guidebookContent } },
  errors: ['payload-too-large'],
})

export const readItemContents = ofGeodata('POST /internal/items/contents', {
  summary: 'Read items without tracks; unknown ones are omitted',
  callers: ['builder'],
  body: closed({ account: accountId, ids: Type.Array(internalId, { maxItems: 20_000 }) }),
  bodyLimitBytes: mebibytes(8),
  responses: { 200: { description: 'The items.', body: closed({ items: Type.Array(itemContent) }) } },
  errors: ['payload-too-large'],
})

export const readTrack = ofGeodata('GET /internal/items/{item_id}/track', {
  summary: 'Read the packed track of a route',
  callers: ['builder'],
  params: closed({ item_id: internalId }),
  query: ofAccount,
  responses: { 200: { description: 'The packed track.', contentType: 'application/octet-stream' } },
})

export const storeGuidebook = ofGeodata('PUT /internal/guidebooks/on-demand/{release_key}', {
  summary: 'Store the guidebook of a release; a repeat of the same generation has no effect',
  callers: ['builder'],
  params: closed({ release_key: releaseKey }),
  body: storedGuidebook,
  bodyLimitBytes: largestBody,
  bodyValues: 500_000,
  responses: {
    200: { description: 'The stored guidebook.', body: closed({ guidebook: closed({ id: internalId, version }) }) },
  },
  errors: ['generation-superseded', 'reference-not-found'],
})

const ofReleases = operationsOf({ ...shared, service: 'releases' })

export const readBuildInput = ofReleases('GET /internal/releases/{link}/build-input', {
  summary: 'Read the input of a build of this generation',
  callers: ['builder'],
  params: closed({ link: releaseLink }),
  query: closed({ generation }),
  responses: { 200: { description: 'The input.', body: buildInput } },
  errors: ['generation-superseded'],
})

export const checkRelease = ofReleases('POST /internal/releases/check', {
  summary: 'Say what a row of an import would do, without effect',
  callers: ['importer'],
  body: closed({ account: accountId, request: releaseRequest, onExistingCode: Type.Optional(onExistingCode) }),
  bodyLimitBytes: mebibytes(4),
  responses: {
    200: {
      description: 'The outcome with its faults, and the existing release with the same code.',
      body: closed({
        status: oneOf(['created', 'changed', 'unchanged', 'failed']),
        faults: Type.Array(sentFault),
        existing: nullable(closed({ link: releaseLink })),
      }),
    },
  },
})

export const findAuditByRequest = ofReleases('GET /internal/audit', {
  summary: 'Find the audit entries of a request',
  callers: ['gateway'],
  query: closed({ requestId: text(128, { minLength: 1 }) }),
  responses: { 200: { description: 'The entries, oldest first.', body: closed({ entries: Type.Array(tracedEntry) }) } },
})

const ofDiagnosis = { ...shared, callers: ['gateway'] } as const

export const diagnoseReleases = operationsOf({ ...ofDiagnosis, service: 'releases' })(
  'GET /internal/diagnosis/releases',
  {
    summary:
      'Read the facts about the releases with this link, code, number or e-mail address, also about revoked ones',
    query: closed(
      {
        account: Type.Optional(accountId),
        link: Type.Optional(releaseLink),
        code: Type.Optional(downloadCode),
        email: Type.Optional(email),
      },
      { exactlyOneOf: ['link', 'code', 'email'] },
    ),
    responses: {
      200: {
        description: 'The newest releases that the account operates or sells; without an account, of all.',
        body: closed({ releases: Type.Array(diagnosedRelease, { maxItems: diagnosedItems }) }),
      },
    },
  },
)

export const diagnoseBuild = operationsOf({ ...ofDiagnosis, service: 'builder' })('GET /internal/diagnosis/builds', {
  summary: 'Read the state of a build in the builder',
  query: closed({ account: accountId, release: releaseId, generation }),
  responses: { 200: { description: 'Null for an unknown build.', body: closed({ builder: nullable(builderState) }) } },
})

export const diagnoseDeliveries = operationsOf({ ...ofDiagnosis, service: 'webhooks' })(
  'GET /internal/diagnosis/deliveries',
  {
    summary: 'Read the state of the webhook of an account, and the deliveries of a release to it',
    query: closed({ account: accountId, release: releaseLink }),
    responses: { 200: { description: 'The webhook and its deliveries.', body: closed({ webhook: diagnosedWebhook }) } },
  },
)

export const diagnoseImports = operationsOf({ ...ofDiagnosis, service: 'importer' })('GET /internal/diagnosis/rows', {
  summary: 'List the rows of CSV files with a download code, newest first',
  query: closed({ account: Type.Optional(accountId), code: downloadCode }),
  responses: { 200: { description: 'The newest rows.', body: closed({ rows: Type.Array(diagnosedRow) }) } },
})
