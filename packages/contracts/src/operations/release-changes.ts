/** Endpoints 9 to 16 of the interface specification, and two flags of the same form. */
import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { date, devices, language } from '../schemas/fields.ts'
import { accountId, downloadCode, releaseLink } from '../schemas/identifiers.ts'
import { releaseRecord } from '../schemas/release-record.ts'
import { accommodationEntry } from '../schemas/release-request.ts'
import { closed, oneOf } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const shared = { service: 'releases', audience: 'partner', tag: 'Changes to a release' } as const
const address = { account: accountId, release: releaseLink }
const path = '/content/release/{account}/{release}'
const responses = { 200: { description: 'The release record.', body: releaseRecord } } as const
const repeated = ['release-locked', 'precondition-failed', 'request-in-progress', 'idempotency-key-reused'] as const
const datesOutOfOrder = ['period-reversed', 'trip-outside-period', 'trip-reversed'] as const

const flag = oneOf(['1', '0'], { description: '`1` enables, `0` disables.' })
const flagParams = closed({ ...address, flag })
const range = closed({ start: date, end: date }, { examples: [{ start: '2026-07-01', end: '2026-08-31' }] })

export const setReleaseDevices = defineOperation({
  ...shared,
  id: 'setReleaseDevices',
  method: 'PATCH',
  path: `${path}/devices/{devices}`,
  summary: 'Change the number of devices',
  params: closed({ ...address, devices }),
  responses,
  errors: repeated,
})

export const setReleasePeriod = defineOperation({
  ...shared,
  id: 'setReleasePeriod',
  method: 'PATCH',
  path: `${path}/period`,
  summary: 'Change the release period',
  params: closed(address),
  body: range,
  responses,
  errors: [...repeated, ...datesOutOfOrder, 'accommodation-outside-period'],
})

export const setTripPeriod = defineOperation({
  ...shared,
  id: 'setTripPeriod',
  method: 'PATCH',
  path: `${path}/tripperiod`,
  summary: 'Change the arrival and the departure date',
  params: closed(address),
  body: range,
  responses,
  errors: [...repeated, ...datesOutOfOrder],
})

export const replaceAccommodation = defineOperation({
  ...shared,
  id: 'replaceAccommodation',
  method: 'PUT',
  path: `${path}/accommodation`,
  summary: 'Replace all accommodations',
  params: closed(address),
  body: closed({ assets: Type.Array(accommodationEntry, { maxItems: 1000 }) }),
  bodyLimitBytes: mebibytes(4),
  responses,
  errors: [...repeated, 'accommodation-outside-period'],
})

export const setReleaseLanguage = defineOperation({
  ...shared,
  id: 'setReleaseLanguage',
  method: 'PATCH',
  path: `${path}/lang/{language}`,
  summary: 'Change the language',
  params: closed({ ...address, language }),
  responses,
  errors: repeated,
})

export const setAppChannel = defineOperation({
  ...shared,
  id: 'setAppChannel',
  method: 'PATCH',
  path: `${path}/app/{flag}`,
  summary: 'Enable or disable the app',
  params: flagParams,
  responses,
  errors: repeated,
})

export const setPdfChannel = defineOperation({
  ...shared,
  id: 'setPdfChannel',
  method: 'PATCH',
  path: `${path}/pdf/{flag}`,
  summary: 'Enable or disable the PDF roadbook',
  params: flagParams,
  responses,
  errors: repeated,
})

export const setGpxChannel = defineOperation({
  ...shared,
  id: 'setGpxChannel',
  method: 'PATCH',
  path: `${path}/gpx/{flag}`,
  summary: 'Enable or disable the GPX files',
  params: flagParams,
  responses,
  errors: repeated,
})

export const setReleaseDisabled = defineOperation({
  ...shared,
  id: 'setReleaseDisabled',
  method: 'PATCH',
  path: `${path}/disabled/{flag}`,
  summary: 'Disable a release or enable it again',
  params: flagParams,
  responses,
  errors: repeated,
})

export const setReleaseLocked = defineOperation({
  ...shared,
  id: 'setReleaseLocked',
  method: 'PATCH',
  path: `${path}/locked/{flag}`,
  summary: 'Lock a release against changes or unlock it',
  params: flagParams,
  responses,
  errors: repeated,
})

export const setSellerCode = defineOperation({
  ...shared,
  id: 'setSellerCode',
  method: 'PATCH',
  path: `${path}/sellercode/{code}`,
  summary: 'Change the seller’s download code',
  description: 'Allowed for the operator and for the seller, each with its own account in the path.',
  params: closed({ ...address, code: downloadCode }),
  responses,
  errors: [...repeated, 'download-code-taken'],
})
