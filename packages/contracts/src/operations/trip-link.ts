/** Operations for travellers. They need no key: the link is the secret. */
import { Type } from 'typebox'
import { operationsOf } from '../operation.ts'
import { releaseLink } from '../schemas/identifiers.ts'
import { device, deviceId, deviceRegistration } from '../schemas/release-life.ts'
import { closed, text } from '../schemas/shape.ts'
import { kibibytes } from './limits.ts'

const fileName = text(200, { minLength: 1, description: 'Name of the file.' })
const notNow = ['release-not-started', 'release-over'] as const
const noFile = [...notNow, 'channel-disabled', 'artifact-not-ready'] as const

/** Clients that accept HTML get an error page, programs a problem document. */
const pages = {
  403: { description: 'The trip is not open yet.', contentType: 'text/html' },
  404: { description: 'The trip or the file does not exist.', contentType: 'text/html' },
  410: { description: 'The link is no longer valid.', contentType: 'text/html' },
} as const

const operation = operationsOf({
  service: 'releases',
  audience: 'traveller',
  tag: 'Trip Link',
  params: closed({ link: releaseLink }),
  errors: notNow,
})

export const readTripPage = operation('GET /t/{link}', {
  summary: 'The traveller’s page',
  description:
    'Complete without scripts. Outside the release period it says when the trip is open. An error is a page, too, unless `Accept` names ' +
    '`application/json` or `application/problem+json` and does not prefer `text/html`.',
  responses: { 200: { description: 'The page.', contentType: 'text/html' }, ...pages },
})

export const readTripPageIn = operation('GET /t/{link}/lang/{language}', {
  summary: 'The traveller’s page in another language',
  description: 'In each language that the page links to, and in the language of the release.',
  params: closed({
    link: releaseLink,
    language: text(200, { minLength: 1, description: 'Language code.', examples: ['de'] }),
  }),
  responses: { 200: { description: 'The page.', contentType: 'text/html' }, ...pages },
})

export const readTripRoadbook = operation('GET /t/{link}/roadbook.pdf', {
  summary: 'The roadbook',
  description: 'A PDF file, within the release period.',
  responses: { 200: { description: 'The roadbook.', contentType: 'application/pdf' }, ...pages },
  errors: noFile,
})

export const readTripGpx = operation('GET /t/{link}/gpx', {
  summary: 'All GPX files and courses in one archive',
  description: 'A ZIP archive, within the release period.',
  responses: { 200: { description: 'A ZIP archive.', contentType: 'application/zip' }, ...pages },
  errors: noFile,
})

export const readTripGpxFile = operation('GET /t/{link}/gpx/{file}.gpx', {
  summary: 'One GPX file',
  description: 'The page lists the files.',
  params: closed({ link: releaseLink, file: fileName }),
  responses: { 200: { description: 'A GPX file.', contentType: 'application/gpx+xml' }, ...pages },
  errors: noFile,
})

export const readTripCourse = operation('GET /t/{link}/courses/{name}', {
  summary: 'A course for navigation devices',
  description: 'The way of a stage, or an alternative, as TCX or FIT with course points. The page lists the courses.',
  params: closed({ link: releaseLink, name: fileName }),
  responses: { 200: { description: 'A TCX or FIT file.', contentType: 'application/*' }, ...pages },
  errors: noFile,
})

export const readTripDocument = operation('GET /t/{link}/documents/{document}.pdf', {
  summary: 'A document of a traveller',
  description: 'On the days of the document, within the release period. The page lists the documents of the day.',
  params: closed({ link: releaseLink, document: fileName }),
  responses: { 200: { description: 'A PDF file.', contentType: 'application/pdf' }, ...pages },
  errors: [...notNow, 'artifact-not-ready'],
})

export const readTripMap = operation('GET /t/{link}/map', {
  summary: 'The data of the interactive maps',
  description:
    'For the page: gzip of a line of JSON and the vector tiles of the area of the trip. The JSON has the layers, and the place of each tile.',
  responses: {
    200: { description: 'The compressed data.', contentType: 'application/octet-stream' },
    ...pages,
  },
  errors: [...notNow, 'artifact-not-ready'],
})

export const readTripImage = operation('GET /t/{link}/images/{name}', {
  summary: 'An image of the page',
  description: 'The page names the images.',
  params: closed({ link: releaseLink, name: fileName }),
  responses: { 200: { description: 'A PNG or JPEG image.', contentType: 'image/*' }, ...pages },
  errors: [...notNow, 'artifact-not-ready'],
})

export const readTripIcon = operation('GET /t/{link}/icons/{name}', {
  summary: 'An icon of the page on a home screen',
  description: 'The page and its web app manifest list the icons.',
  params: closed({ link: releaseLink, name: fileName }),
  responses: { 200: { description: 'A PNG image.', contentType: 'image/png' }, ...pages },
})

export const readTripManifest = operation('GET /t/{link}/app.webmanifest', {
  summary: 'The web app manifest of the page',
  description: 'Browsers read it to put the page on a home screen.',
  responses: { 200: { description: 'A web app manifest.', contentType: 'application/manifest+json' }, ...pages },
})

export const readTripScript = operation('GET /t/assets/{name}', {
  summary: 'A script or a style sheet of the page',
  description: 'The same for every trip. The page also works without it.',
  ofPage: true,
  params: closed({ name: fileName }),
  responses: { 200: { description: 'The file.', contentType: 'text/javascript' } },
  errors: [],
})

export const registerDevice = operation('POST /t/{link}/devices', {
  summary: 'Register a device',
  description:
    'For the app. The release limits the number of devices. A repeated registration of the same device does not count again and may change its name.',
  body: deviceRegistration,
  bodyLimitBytes: kibibytes(4),
  responses: {
    201: { description: 'The device is registered.', body: device },
    200: { description: 'The device was registered before.', body: device },
    ...pages,
  },
  errors: [...notNow, 'channel-disabled', 'device-limit-reached'],
})

export const readTripBundle = operation('GET /t/{link}/bundle', {
  summary: 'The content of the trip for the app',
  description:
    'A ZIP archive for a registered device, which the header `Device-Id` names: `guidebook.json`, one `guidebook.<lang>.json` for each other language of the page, the images under `images/`, and `gpx.zip` with the GPX files and courses.',
  headers: closed({ 'device-id': Type.Optional(deviceId) }),
  responses: { 200: { description: 'A ZIP archive.', contentType: 'application/zip' }, ...pages },
  errors: [...noFile, 'device-not-registered'],
})
