/** Endpoints 9 to 16 of the interface specification, and two flags of the same form. */
import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { date, devices, language } from '../schemas/fields.ts'
import { accountId, downloadCode, releaseLink } from '../schemas/identifiers.ts'
import { releaseRecord } from '../schemas/release-record.ts'
import { accommodationEntry } from '../schemas/release-request.ts'
import { closed, oneOf } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const address = { account: accountId, release: releaseLink }
const path = '/content/release/{account}/{release}'
const repeated = ['release-locked', 'precondition-failed', ...idempotencyErrors] as const

const operation = operationsOf({
  service: 'releases',
  audience: 'partner',
  role: 'office',
  tag: 'Changes to a release',
  params: closed(address),
  responses: { 200: { description: 'The release record.', body: releaseRecord } },
  errors: repeated,
})

const flag = oneOf(['1', '0'], { description: '`1` enables, `0` disables.' })
const rangeLike = (start: string, end: string) => closed({ start: date, end: date }, { examples: [{ start, end }] })

export const setReleaseDevices = operation(`PATCH ${path}/devices/{devices}`, {
  summary: 'Change the number of devices',
  description: 'Registered devices keep their access, also when they are more than the new number.',
  params: closed({ ...address, devices }),
})

export const setReleasePeriod = operation(`PATCH ${path}/period`, {
  summary: 'Change the release period',
  description: 'Travellers have access from the first to the last day, in the time zone of the account.',
  body: rangeLike('2026-07-02', '2026-09-15'),
  errors: [...repeated, 'period-reversed', 'trip-outside-period', 'accommodation-outside-period'],
})

export const setTripPeriod = operation(`PATCH ${path}/tripperiod`, {
  summary: 'Change the arrival and the departure date',
  description: 'Dates the stages; the roadbook and the page are built again.',
  body: rangeLike('2026-07-14', '2026-07-21'),
  errors: [...repeated, 'trip-outside-period', 'trip-reversed'],
})

export const replaceAccommodation = operation(`PUT ${path}/accommodation`, {
  summary: 'Replace all accommodations',
  description:
    'Custom IDs mean the items that have them now. Entries of the record have more fields: leave out `stageNumber`, `name` and what is null. ' +
    'An inline accommodation of an on-demand request cannot be sent back: the record has only its name.',
  body: closed({ assets: Type.Array(accommodationEntry, { maxItems: 1000 }) }),
  bodyLimitBytes: mebibytes(4),
  errors: [...repeated, 'accommodation-outside-period', 'trip-reversed'],
})

export const setReleaseLanguage = operation(`PATCH ${path}/lang/{language}`, {
  summary: 'Change the language',
  description: 'The roadbook and the page are built again in this language.',
  params: closed({ ...address, language }),
})

const flagOperation = (name: string, summary: string, description: string) =>
  operation(`PATCH ${path}/${name}/{flag}`, { summary, description, params: closed({ ...address, flag }) })

export const setAppChannel = flagOperation(
  'app',
  'Enable or disable the app',
  'Disabled, the app can neither register devices nor download the trip.',
)
export const setPdfChannel = flagOperation(
  'pdf',
  'Enable or disable the PDF roadbook',
  'Disabled, the roadbook is neither shown nor downloaded.',
)
export const setGpxChannel = flagOperation(
  'gpx',
  'Enable or disable the GPX files',
  'Disabled, GPX files and courses are neither shown nor downloaded. The roadbook is built again, with or without codes of them.',
)
export const setReleaseDisabled = flagOperation(
  'disabled',
  'Disable a release or enable it again',
  'Here `1` disables: the link then says that the trip is not available. `0` enables the release again.',
)
export const setReleaseLocked = flagOperation(
  'locked',
  'Lock a release against changes or unlock it',
  '`1` locks: changes of the release are refused with `release-locked` until `0` unlocks it. It can still be disabled or enabled, its documents built again, and a device removed.',
)

export const setSellerCode = operation(`PATCH ${path}/sellercode/{code}`, {
  summary: 'Change the seller’s download code',
  description: 'Allowed for the operator and for the seller, each with its own account in the path.',
  params: closed({ ...address, code: { ...downloadCode, examples: [30240004] } as typeof downloadCode }),
  errors: [...repeated, 'download-code-taken'],
})
