/** Audit log, builds, previews and devices of a release. */
import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { diagnosis } from '../schemas/diagnosis.ts'
import { language } from '../schemas/fields.ts'
import { accountId, internalId, releaseLink } from '../schemas/identifiers.ts'
import { auditEntry, build, device, releaseChange } from '../schemas/release-life.ts'
import { closed, pageOf, pageQuery, text } from '../schemas/shape.ts'

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
  description: 'What happened to the release, who did it, and what a build could not do as requested.',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page of entries, newest first.', body: pageOf(auditEntry) } },
})

export const listReleaseChanges = operationsOf({
  service: 'releases',
  audience: 'partner',
  role: 'viewer',
  tag: 'Releases',
})('GET /account/changes', {
  summary: 'List the newest changes of all releases',
  description:
    'Of the releases that the account operates: what people, API keys and CSV files have changed. Creations, builds, changes of content and devices ' +
    'that travellers register are only in the audit log of the release.',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page of changes, newest first.', body: pageOf(releaseChange) } },
})

export const readReleaseBuild = operation(`GET ${path}/build`, {
  summary: 'Read the state of the newest build',
  description: 'Its progress, and its warnings when it is completed.',
  responses: { 200: { description: 'The newest build.', body: build } },
})

export const followReleaseBuild = operation(`GET ${path}/build/events`, {
  summary: 'Follow the builds of a release',
  description:
    'Server-sent events with the name `build`; the data of each is a Build as returned by `GET …/build`. The first event is sent at once, ' +
    'further events after each change, also of later builds. A comment every 15 seconds keeps the connection alive. The stream ends after ' +
    'five minutes, and when the release or the key is revoked. Connect again: the first event has the current state. An account can have ' +
    'at most 20 of these streams open.',
  responses: { 200: { description: 'The events.', contentType: 'text/event-stream', streamed: true } },
})

export const requestReleaseBuild = operation(`POST ${path}/build`, {
  role: 'office',
  summary: 'Build the documents again',
  description: 'With the current content. Changes of content do this by themselves.',
  responses: { 202: { description: 'The new build.', body: build, location: true } },
  errors: ['precondition-failed', ...idempotencyErrors],
})

/** The gateway asks all services and combines what they know. */
export const diagnoseRelease = operationsOf({
  service: 'gateway',
  audience: 'partner',
  tag: 'Releases',
  role: 'viewer',
})(`GET ${path}/diagnosis`, {
  summary: 'Say why travellers did not get a roadbook',
  description:
    'What the Trip Link shows now and why, the build, the rows of CSV files, deliveries, mails, devices and use, and what to do. `release` may ' +
    'also be a download code, even one that never became a release. `unknown` names services that ' +
    'did not respond; their part is missing. The seller sees neither changes nor rows nor names of devices, ' +
    'and only mails to its present address.',
  params: closed({
    ...address,
    release: text(64, {
      minLength: 1,
      description: 'Trip Link slug of the release, or a download code of the account.',
      examples: ['k3Vq8ZpT1xWcY7dRsN2bLg'],
    }),
  }),
  query: closed({
    lang: Type.Optional({
      ...language,
      default: 'en',
      description: 'Language of the findings: de, en, es, fr, it or nl; English for others.',
    } as typeof language),
  }),
  responses: { 200: { description: 'The diagnosis.', body: diagnosis } },
})

export const previewPage = operation(`GET ${path}/page`, {
  summary: 'Preview the Trip Link page on any day',
  description:
    'As travellers see it, also before the release period and after it. It contains its images; those beyond 8 MiB are omitted.',
  query: closed({
    language: Type.Optional({
      ...language,
      description:
        'Language of the page: that of the release, or one of `otherLanguages` of its diagnosis; 404 otherwise. Default: that of the release.',
    } as typeof language),
  }),
  responses: { 200: { description: 'The page.', contentType: 'text/html' } },
  errors: ['artifact-not-ready'],
})

export const previewRoadbook = operation(`GET ${path}/roadbook.pdf`, {
  summary: 'Preview the roadbook on any day',
  description: 'As travellers get it, also before the release period and after it.',
  responses: { 200: { description: 'The roadbook.', contentType: 'application/pdf' } },
  errors: ['artifact-not-ready', 'channel-disabled'],
})

export const previewGpx = operation(`GET ${path}/gpx`, {
  summary: 'Preview the GPX files on any day',
  description: 'As travellers get them, also before the release period and after it.',
  responses: { 200: { description: 'All GPX files.', contentType: 'application/zip' } },
  errors: ['artifact-not-ready', 'channel-disabled'],
})

export const listDevices = operation(`GET ${path}/devices`, {
  summary: 'List the registered devices',
  description: 'Devices on which the app has the trip.',
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
  errors: ['precondition-failed'],
})
