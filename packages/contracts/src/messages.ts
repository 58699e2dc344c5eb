/** Every message, by its CloudEvents type. */
import { type Static, type TSchema, Type } from 'typebox'
import { keyed, type ServiceName } from './operation.ts'
import { accountProjection } from './schemas/account.ts'
import { artifacts, buildWarning, releaseKind } from './schemas/build.ts'
import {
  accountId,
  generation,
  internalId,
  releaseId,
  releaseKey,
  releaseLink,
  version,
} from './schemas/identifiers.ts'
import { onExistingCode } from './schemas/imports.ts'
import { sentFault } from './schemas/problem.ts'
import { releaseRecord } from './schemas/release-record.ts'
import { releaseRequest } from './schemas/release-request.ts'
import { closed, nullable, oneOf } from './schemas/shape.ts'

/** A kind of message: its sender, its subscribers and its data (of a CloudEvent). */
export interface MessageDefinition {
  source: ServiceName
  subscribers: readonly ServiceName[]
  data: TSchema
  description: string
}

/** Duration of each step of an attempt, in order. Optional because older builders did not send it. */
const steps = Type.Optional(Type.Array(closed({ step: Type.String(), ms: Type.Integer({ minimum: 0 }) })))
const thisBuild = { account: accountId, release: releaseId, link: releaseLink, generation }
const command = { account: accountId, commandId: internalId }

const declared = {
  'account.changed.v1': {
    source: 'gateway',
    subscribers: ['releases', 'webhooks', 'importer', 'geodata'],
    description: 'An account or its connections have changed. Contains all fields that other services store.',
    data: accountProjection,
  },
  'guidebook.changed.v1': {
    source: 'geodata',
    subscribers: ['releases'],
    description:
      'A guidebook, or an item that it uses, has changed. Its active plain and customized releases need a new build.',
    data: closed({ account: accountId, guidebook: internalId, version }),
  },
  'content.changed.v1': {
    source: 'geodata',
    subscribers: ['releases'],
    description:
      'Items were changed or deleted, or titles or covers of guidebooks were changed. ' +
      'Active releases that name one of them need a new build. ' +
      '`version` increases with every announcement.',
    data: closed({
      account: accountId,
      version,
      ids: Type.Array(internalId, { minItems: 1, maxItems: 1000 }),
    }),
  },
  'release.build-requested.v1': {
    source: 'releases',
    subscribers: ['builder'],
    description: 'The documents of a release must be built from its current state.',
    data: closed({ ...thisBuild, kind: releaseKind }),
  },
  'build.progressed.v1': {
    source: 'builder',
    subscribers: ['releases'],
    description: 'A step of a build has begun or ended. `sequence` orders the reports of one generation.',
    data: closed({
      ...thisBuild,
      sequence: Type.Integer({ minimum: 0 }),
      step: Type.String(),
      percent: Type.Number({ minimum: 0, maximum: 100 }),
      message: nullable(Type.String()),
      warnings: Type.Array(buildWarning),
    }),
  },
  'build.completed.v1': {
    source: 'builder',
    subscribers: ['releases'],
    description: 'The documents of this generation are in the object store.',
    data: closed({
      ...thisBuild,
      contentVersion: Type.String(),
      guidebook: nullable(closed({ id: internalId, version })),
      artifacts,
      warnings: Type.Array(buildWarning),
      durationMs: Type.Integer({ minimum: 0 }),
      steps,
    }),
  },
  'build.failed.v1': {
    source: 'builder',
    subscribers: ['releases'],
    description: 'A build failed. The message says whether the builder will retry.',
    data: closed({ ...thisBuild, code: Type.String(), message: Type.String(), willRetry: Type.Boolean(), steps }),
  },
  'release.shared.v1': {
    source: 'releases',
    subscribers: ['webhooks'],
    description:
      'An operator shared a release with a seller. `account` is the seller, whose webhook receives the record.',
    data: closed({ account: accountId, generation, record: releaseRecord }),
  },
  'release.revoked.v1': {
    source: 'releases',
    subscribers: ['geodata'],
    description:
      'A release was revoked, so the guidebook that was generated for it is not needed. `generation` is that of the last build.',
    data: closed({ account: accountId, release: releaseId, key: releaseKey, generation }),
  },
  'release.create-requested.v1': {
    source: 'importer',
    subscribers: ['releases'],
    description:
      'One row of an import: create this release, or handle the existing release with its code. Handled once per id. ' +
      'The attribute `actor` of the message names who uploaded the file; a file by mail has none.',
    data: closed({ ...command, onExistingCode, request: releaseRequest }),
  },
  'release.create-settled.v1': {
    source: 'releases',
    subscribers: ['importer'],
    description: 'The result of a row: the response to release.create-requested.',
    data: closed({
      ...command,
      status: oneOf(['created', 'changed', 'unchanged', 'failed']),
      link: nullable(Type.String()),
      downloadCode: nullable(Type.Integer()),
      faults: Type.Array(sentFault),
    }),
  },
} as const satisfies Record<string, MessageDefinition>

export const messages = keyed('type', declared)

export type MessageType = keyof typeof messages
export type MessageData<T extends MessageType> = Static<(typeof messages)[T]['data']>

export const queueName = (subscriber: ServiceName, type: MessageType): string => `${subscriber}.${type}`
