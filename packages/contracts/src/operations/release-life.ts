/** What goes on behind a release, and how its documents look before a traveller sees them. */
import { defineOperation } from '../operation.ts'
import { device } from '../schemas/device.ts'
import { accountId, internalId, releaseLink } from '../schemas/identifiers.ts'
import { auditEntry, build } from '../schemas/release-life.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'

const address = { account: accountId, release: releaseLink }
const params = closed(address)
const shared = { service: 'releases', audience: 'partner', tag: 'Releases', params } as const
const path = '/content/release/{account}/{release}'

export const listReleaseAudit = defineOperation({
  ...shared,
  id: 'listReleaseAudit',
  method: 'GET',
  path: `${path}/audit`,
  summary: 'Read the audit log of a release',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page of entries, newest first.', body: pageOf(auditEntry) } },
  errors: [],
})

export const readReleaseBuild = defineOperation({
  ...shared,
  id: 'readReleaseBuild',
  method: 'GET',
  path: `${path}/build`,
  summary: 'Read how far the newest build is',
  responses: { 200: { description: 'The newest build.', body: build } },
  errors: [],
})

export const followReleaseBuild = defineOperation({
  ...shared,
  id: 'followReleaseBuild',
  method: 'GET',
  path: `${path}/build/events`,
  summary: 'Follow the builds of a release',
  description:
    'Server-sent events called `build`; the data of each is a Build as `GET …/build` answers it. The first comes at once, the others when ' +
    'something has changed, those of later builds too. A comment every 15 seconds keeps the connection alive. The stream ends after five ' +
    'minutes, when the release is revoked, and when the key is: connect again, and the first event tells what was missed. An account ' +
    'has at most 20 of these streams open.',
  responses: { 200: { description: 'The events, as they happen.', contentType: 'text/event-stream' } },
  errors: [],
})

export const requestReleaseBuild = defineOperation({
  ...shared,
  id: 'requestReleaseBuild',
  method: 'POST',
  path: `${path}/build`,
  summary: 'Build the documents again',
  responses: { 202: { description: 'The build that is under way.', body: build } },
  errors: ['request-in-progress', 'idempotency-key-reused'],
})

export const previewPage = defineOperation({
  ...shared,
  id: 'previewPage',
  method: 'GET',
  path: `${path}/page`,
  summary: 'See the Trip Link page, whatever the day',
  responses: { 200: { description: 'The page.', contentType: 'text/html' } },
  errors: ['artifact-not-ready'],
})

export const previewRoadbook = defineOperation({
  ...shared,
  id: 'previewRoadbook',
  method: 'GET',
  path: `${path}/roadbook.pdf`,
  summary: 'See the roadbook, whatever the day',
  responses: { 200: { description: 'The roadbook.', contentType: 'application/pdf' } },
  errors: ['artifact-not-ready', 'channel-disabled'],
})

export const previewGpx = defineOperation({
  ...shared,
  id: 'previewGpx',
  method: 'GET',
  path: `${path}/gpx`,
  summary: 'Get the GPX files, whatever the day',
  responses: { 200: { description: 'All GPX files.', contentType: 'application/zip' } },
  errors: ['artifact-not-ready', 'channel-disabled'],
})

export const listDevices = defineOperation({
  ...shared,
  id: 'listDevices',
  method: 'GET',
  path: `${path}/devices`,
  summary: 'List the devices that hold the trip',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page of devices, in the order in which they came.', body: pageOf(device) } },
  errors: [],
})

export const removeDevice = defineOperation({
  ...shared,
  id: 'removeDevice',
  method: 'DELETE',
  // OpenAPI allows one name for this place, and the number of devices has it already.
  path: `${path}/devices/{devices}`,
  summary: 'Free the place of a device',
  description: 'The device, named by its `id`, gets nothing more of the trip; another can register instead.',
  params: closed({ ...address, devices: internalId }),
  responses: { 204: { description: 'The place is free.' } },
  errors: [],
})
