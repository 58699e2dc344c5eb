import { idempotencyErrors, operationsOf } from '../operation.ts'
import { waypointColumns, waypoints } from '../schemas/coordinates.ts'
import { refusedImages } from '../schemas/images.ts'
import { onDemandRequest } from '../schemas/on-demand.ts'
import { releaseRecord } from '../schemas/release-record.ts'
import { guidebookBodyValues, largestBody } from './limits.ts'

const operation = operationsOf({
  service: 'releases',
  audience: 'partner',
  role: 'office',
  tag: 'On-demand releases',
  body: onDemandRequest,
  bodyColumns: { field: 'waypoints', names: waypointColumns, array: waypoints, most: 500_000 },
  bodyBase64: 'imageBase64',
  bodyValues: guidebookBodyValues,
  bodyLimitBytes: largestBody,
})

const refused = [
  'download-code-taken',
  'guidebook-not-found',
  'reference-not-found',
  'reference-wrong-kind',
  'stage-number-taken',
  'stage-not-found',
  ...refusedImages,
  'period-reversed',
  'trip-outside-period',
  'trip-reversed',
  'accommodation-outside-period',
  'partner-not-connected',
  ...idempotencyErrors,
] as const

export const createOnDemandRelease = operation('POST /content/release/ondemand', {
  bodyCode: 'operatorCode',
  summary: 'Create a guidebook and its release from one object',
  description:
    'All references are checked before anything is stored; one that is missing is an error that names its place. The ' +
    'release keeps the items that they mean now, also when these get other custom IDs, and shows their current content until its period is over. ' +
    'Inline content changes only with an update. The rest happens in the background; its errors are in the audit log of the release.',
  responses: {
    202: { description: 'The release record; the Trip Link works at once.', body: releaseRecord, location: true },
  },
  errors: refused,
})

export const updateOnDemandRelease = operation('PUT /content/release/ondemand', {
  summary: 'Replace an on-demand release',
  description:
    'Identified by `metadata.operator` and `metadata.operatorCode`; allowed until the day before the stored `publish.startDate`.',
  responses: { 200: { description: 'The release record; a new build has started.', body: releaseRecord } },
  errors: [...refused, 'release-locked', 'precondition-failed'],
})
