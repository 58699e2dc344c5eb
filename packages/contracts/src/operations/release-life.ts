/** Audit log, builds, previews and devices of a release. */
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { accountId, internalId, releaseLink } from '../schemas/identifiers.ts'
import { auditEntry, build, device } from '../schemas/release-life.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'

const address = { account: accountId, release: releaseLink }
const operation = operationsOf({
  service: 'releases',
  audience: 'partner',
  role: 'viewer',
  tag: 'Releases',
  params: closed(address),
})
const path = '/content/release/{account}/{release}'

export const listReleaseAudit = operation(`GET ${path}/audit`, {
  summary: 'Read the audit log of a release',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page of entries, newest first.', body: pageOf(auditEntry) } },
})

export const readReleaseBuild = operation(`GET ${path}/build`, {
  summary: 'Read the state of the newest build',
  responses: { 200: { description: 'The newest build.', body: build } },
})

export const followReleaseBuild = operation(`GET ${path}/build/events`, {
  summary: 'Follow the builds of a release',
  description:
    'Server-sent events with the name `build`; the data of each is a Build as returned by `GET …/build`. The first event is sent at once, ' +
    'further events after each change, also of later builds. A comment every 15 seconds keeps the connection alive. The stream ends after ' +
    'five minutes, and when the release or the key is revoked. Connect again: the first event has the current state. An account can have ' +
    'at most 20 of these streams open.',
  responses: { 200: { description: 'The events.', contentType: 'text/event-stream' } },
})

export const requestReleaseBuild = operation(`POST ${path}/build`, {
  role: 'office',
  summary: 'Build the documents again',
  responses: { 202: { description: 'The new build.', body: build } },
  errors: idempotencyErrors,
})

export const previewPage = operation(`GET ${path}/page`, {
  summary: 'Preview the Trip Link page on any day',
  responses: { 200: { description: 'The page.', contentType: 'text/html' } },
  errors: ['artifact-not-ready'],
})

export const previewRoadbook = operation(`GET ${path}/roadbook.pdf`, {
  summary: 'Preview the roadbook on any day',
  responses: { 200: { description: 'The roadbook.', contentType: 'application/pdf' } },
  errors: ['artifact-not-ready', 'channel-disabled'],
})

export const previewGpx = operation(`GET ${path}/gpx`, {
  summary: 'Preview the GPX files on any day',
  responses: { 200: { description: 'All GPX files.', contentType: 'application/zip' } },
  errors: ['artifact-not-ready', 'channel-disabled'],
})

export const listDevices = operation(`GET ${path}/devices`, {
  summary: 'List the registered devices',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page of devices, oldest first.', body: pageOf(device) } },
})

// OpenAPI allows only one name for the last path segment: that of the number of devices.
export const removeDevice = operation(`DELETE ${path}/devices/{devices}`, {
  role: 'office',
  summary: 'Remove a device',
  description:
    '`devices` is the `id` of the device. It can no longer download the trip; another device can register instead.',
  params: closed({ ...address, devices: internalId }),
  responses: { 204: { description: 'The device is removed.' } },
})
