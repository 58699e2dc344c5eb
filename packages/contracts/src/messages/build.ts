import { Type } from 'typebox'
import { defineMessage } from '../message.ts'
import { artifacts } from '../schemas/artifacts.ts'
import { releaseKind } from '../schemas/build-input.ts'
import { buildWarning } from '../schemas/build-warning.ts'
import { accountId, generation, internalId, releaseId, releaseLink, version } from '../schemas/identifiers.ts'
import { closed, nullable } from '../schemas/shape.ts'

/** Duration of each step of an attempt, in order. Optional because older builders did not send it. */
const steps = Type.Optional(Type.Array(closed({ step: Type.String(), ms: Type.Integer({ minimum: 0 }) })))

const thisBuild = { account: accountId, release: releaseId, link: releaseLink, generation }

export const buildRequested = defineMessage({
  type: 'release.build-requested.v1',
  source: 'releases',
  subscribers: ['builder'],
  description: 'The documents of a release must be built from its current state.',
  data: closed({ ...thisBuild, kind: releaseKind }),
})

export const buildProgressed = defineMessage({
  type: 'build.progressed.v1',
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
})

export const buildCompleted = defineMessage({
  type: 'build.completed.v1',
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
})

export const buildFailed = defineMessage({
  type: 'build.failed.v1',
  source: 'builder',
  subscribers: ['releases'],
  description: 'A build failed. The message says whether the builder will retry.',
  data: closed({
    ...thisBuild,
    code: Type.String(),
    message: Type.String(),
    willRetry: Type.Boolean(),
    steps,
  }),
})
