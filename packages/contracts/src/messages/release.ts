import { Type } from 'typebox'
import { defineMessage } from '../message.ts'
import { accountId, generation, internalId } from '../schemas/identifiers.ts'
import { onExistingCode } from '../schemas/imports.ts'
import { fault } from '../schemas/problem.ts'
import { releaseRecord } from '../schemas/release-record.ts'
import { releaseRequest } from '../schemas/release-request.ts'
import { closed, nullable, oneOf } from '../schemas/shape.ts'

export const releaseShared = defineMessage({
  type: 'release.shared.v1',
  source: 'releases',
  subscribers: ['webhooks'],
  description:
    'An operator shared a release with a seller. `account` is the seller, whose webhook receives the record.',
  data: closed({ account: accountId, generation, record: releaseRecord }),
})

const command = { account: accountId, commandId: internalId }

export const releaseCreateRequested = defineMessage({
  type: 'release.create-requested.v1',
  source: 'importer',
  subscribers: ['releases'],
  description:
    'One row of an import: create this release, or handle the existing release with its code. Handled once per id.',
  data: closed({ ...command, onExistingCode, request: releaseRequest }),
})

export const releaseCreateSettled = defineMessage({
  type: 'release.create-settled.v1',
  source: 'releases',
  subscribers: ['importer'],
  description: 'The result of a row: the response to release.create-requested.',
  data: closed({
    ...command,
    status: oneOf(['created', 'changed', 'unchanged', 'failed']),
    link: nullable(Type.String()),
    downloadCode: nullable(Type.Integer()),
    faults: Type.Array(fault),
  }),
})
