import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { date, email } from '../schemas/fields.ts'
import { accountId, customId, downloadCode, oid, releaseLink } from '../schemas/identifiers.ts'
import { releaseSorts, releaseStates } from '../schemas/release-life.ts'
import { releaseRecord } from '../schemas/release-record.ts'
import { releaseRequest } from '../schemas/release-request.ts'
import { closed, oneOf, pageOf, pageQuery, text } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const operation = operationsOf({ service: 'releases', audience: 'partner', role: 'office', tag: 'Releases' })

export const createRelease = operation('POST /content/release', {
  summary: 'Create a release of an existing guidebook',
  description:
    'Plain without `accommodation`, `text` and `additionalAssets`, customized with any of them, for a reseller with ' +
    '`resellerOid`. Errors of a customization are found in the background: they are in the audit log and are mailed to `email`. ' +
    'Custom IDs mean the items that have them now: the release keeps these items, also when they get other custom IDs. It shows their current ' +
    'content until its period is over.',
  query: closed({ email: Type.Optional(email) }),
  body: releaseRequest,
  bodyCode: 'downloadCode',
  bodyLimitBytes: mebibytes(4),
  responses: {
    201: { description: 'The record of a plain release.', body: releaseRecord, location: true },
    202: {
      description: 'The record of a customized release; it is built in the background.',
      body: releaseRecord,
      location: true,
    },
  },
  errors: [
    'download-code-taken',
    'guidebook-not-found',
    'period-reversed',
    'trip-outside-period',
    'trip-reversed',
    'accommodation-outside-period',
    'partner-not-connected',
    ...idempotencyErrors,
  ],
})

export const readRelease = operation('GET /content/release/{account}/{release}', {
  role: 'viewer',
  summary: 'Read a release',
  description: 'The seller can also read a release that was shared with it, with its own account in the path.',
  params: closed({ account: accountId, release: releaseLink }),
  responses: { 200: { description: 'The release record.', body: releaseRecord } },
})

const tripDay = (description: string) => Type.Optional({ ...date, description } as typeof date)

/** The days of the trip are `arrivaldate` and `departuredate`; a release without one has the day of its period. */
const filter = {
  downloadCode: Type.Optional({
    ...downloadCode,
    description:
      'Only the release with this code of the account: the operator’s code in the operator’s account, the seller’s in the seller’s. ' +
      'The operator finds a release by the seller’s code with `q`.',
  } as typeof downloadCode),
  from: Type.Optional({
    ...date,
    description: 'Only releases whose period ends on this day or later.',
  } as typeof date),
  to: Type.Optional({
    ...date,
    description: 'Only releases whose period starts on this day or earlier.',
  } as typeof date),
  arrivalFrom: tripDay(
    'Only releases whose trip begins on this day or later: on `arrivaldate` or, without one, on `startdate`.',
  ),
  arrivalTo: tripDay('Only releases whose trip begins on this day or earlier.'),
  departureFrom: tripDay(
    'Only releases whose trip ends on this day or later: on `departuredate` or, without one, on `enddate`. ' +
      'With the same day as `arrivalTo`: the trips of that day.',
  ),
  departureTo: tripDay('Only releases whose trip ends on this day or earlier.'),
  state: Type.Optional(
    oneOf(releaseStates, {
      description:
        'By today in the time zone of the account that asks, also for releases that it sells: `upcoming`, `active` or `ended`, and not `disabled`. ' +
        '`on-tour`: also not `disabled`, and today is a day of the trip, or of the period where the release has no days of a trip. ' +
        '`building`: the newest build waits or runs. ' +
        '`failed`: the newest build failed. `locked`: the release is locked against changes.',
    }),
  ),
  guidebook: Type.Optional({
    ...customId,
    description: 'Only releases of the guidebook with this custom ID, as the release’s request named it.',
  } as typeof customId),
  reseller: Type.Optional({ ...oid, description: 'Only releases that this account sells.' } as typeof oid),
  q: Type.Optional(
    text(200, {
      description:
        'Words that must all be in the first 200 characters of the release’s name, begin one of its codes (for the seller only its own), ' +
        'be in the name of a traveller with a document, or be the whole e-mail address that the release was created with (only for its operator). ' +
        'Only the first eight different words count.',
    }),
  ),
  sort: Type.Optional(
    oneOf(releaseSorts, {
      default: '-created',
      description:
        'By creation, first or last day of the period, first day of the trip (`arrival`), or name; with `-` the other way round.',
    }),
  ),
}

export const listReleases = operation('GET /content/release/{account}', {
  role: 'viewer',
  summary: 'List releases',
  description: 'Of the account, as operator or as seller. All filters together must match.',
  params: closed({ account: accountId }),
  query: closed({ ...filter, ...pageQuery }),
  responses: {
    200: { description: 'A page of release records, newest first by default.', body: pageOf(releaseRecord) },
  },
})

export const exportReleases = operation('GET /content/release/{account}/releases.csv', {
  role: 'viewer',
  summary: 'Export releases as CSV',
  description:
    'All releases that match, in UTF-8 with a byte order mark, separated by semicolons, with a header row. A value that a spreadsheet would take ' +
    'for a formula begins with an apostrophe.',
  params: closed({ account: accountId }),
  query: closed(filter),
  responses: { 200: { description: 'The file.', contentType: 'text/csv', streamed: true } },
})

export const revokeRelease = operation('DELETE /content/release/{account}/{release}', {
  summary: 'Revoke a release before its first day',
  description: 'Its download codes can be used again, and the link shows that the release was revoked.',
  params: closed({ account: accountId, release: releaseLink }),
  responses: { 204: { description: 'The release is revoked.' } },
  errors: ['release-started', 'release-locked', 'precondition-failed'],
})
