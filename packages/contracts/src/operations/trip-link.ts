/** The traveller’s side: no key, the link is the secret. */
import { defineOperation } from '../operation.ts'
import { device, deviceId, deviceRegistration } from '../schemas/device.ts'
import { releaseLink } from '../schemas/identifiers.ts'
import { closed, text } from '../schemas/shape.ts'
import { kibibytes } from './limits.ts'

const fileName = text(200, { minLength: 1 })
const everyone = { service: 'releases', audience: 'traveller', tag: 'Trip Link' } as const
const shared = { ...everyone, method: 'GET' } as const
const notNow = ['release-not-started', 'release-over'] as const
const noFile = [...notNow, 'channel-disabled', 'artifact-not-ready'] as const

/** Someone who looks at the link in a browser reads what is the matter on a page; programs get a problem document. */
const page = { contentType: 'text/html' } as const
const pages = {
  403: { description: 'The trip is not open yet.', ...page },
  404: { description: 'There is no such trip, or no such file of it.', ...page },
  410: { description: 'The link is no longer valid.', ...page },
} as const

export const readTripPage = defineOperation({
  ...shared,
  id: 'readTripPage',
  path: '/t/{link}',
  summary: 'The traveller’s page',
  params: closed({ link: releaseLink }),
  responses: { 200: { description: 'The page.', contentType: 'text/html' }, ...pages },
  errors: notNow,
})

export const readTripPageIn = defineOperation({
  ...shared,
  id: 'readTripPageIn',
  path: '/t/{link}/lang/{language}',
  summary: 'The traveller’s page in another language',
  description: 'There is one for each language that the page links, and one for that of the release.',
  params: closed({
    link: releaseLink,
    language: text(200, { minLength: 1, description: 'Language code.', examples: ['de'] }),
  }),
  responses: { 200: { description: 'The page.', contentType: 'text/html' }, ...pages },
  errors: notNow,
})

export const readTripRoadbook = defineOperation({
  ...shared,
  id: 'readTripRoadbook',
  path: '/t/{link}/roadbook.pdf',
  summary: 'The roadbook',
  params: closed({ link: releaseLink }),
  responses: { 200: { description: 'The roadbook.', contentType: 'application/pdf' }, ...pages },
  errors: noFile,
})

export const readTripGpx = defineOperation({
  ...shared,
  id: 'readTripGpx',
  path: '/t/{link}/gpx',
  summary: 'All GPX files in one archive',
  params: closed({ link: releaseLink }),
  responses: { 200: { description: 'A ZIP archive.', contentType: 'application/zip' }, ...pages },
  errors: noFile,
})

export const readTripGpxFile = defineOperation({
  ...shared,
  id: 'readTripGpxFile',
  path: '/t/{link}/gpx/{file}.gpx',
  summary: 'One GPX file',
  params: closed({ link: releaseLink, file: fileName }),
  responses: { 200: { description: 'A GPX file.', contentType: 'application/gpx+xml' }, ...pages },
  errors: noFile,
})

export const readTripImage = defineOperation({
  ...shared,
  id: 'readTripImage',
  path: '/t/{link}/images/{name}',
  summary: 'A picture of the page',
  params: closed({ link: releaseLink, name: fileName }),
  responses: { 200: { description: 'A PNG or JPEG image.', contentType: 'image/*' }, ...pages },
  errors: [...notNow, 'artifact-not-ready'],
})

export const readTripIcon = defineOperation({
  ...shared,
  id: 'readTripIcon',
  path: '/t/{link}/icons/{name}',
  summary: 'How the page appears on a home screen: a picture',
  description: 'The page and its web app manifest name those that there are.',
  params: closed({ link: releaseLink, name: fileName }),
  responses: { 200: { description: 'A PNG image.', contentType: 'image/png' }, ...pages },
  errors: notNow,
})

export const readTripManifest = defineOperation({
  ...shared,
  id: 'readTripManifest',
  path: '/t/{link}/app.webmanifest',
  summary: 'How the page appears on a home screen',
  params: closed({ link: releaseLink }),
  responses: { 200: { description: 'A web app manifest.', contentType: 'application/manifest+json' }, ...pages },
  errors: notNow,
})

export const readTripScript = defineOperation({
  ...shared,
  id: 'readTripScript',
  path: '/t/assets/{name}',
  summary: 'A script of the page, or a style sheet of one',
  description: 'What the page can do beyond showing itself: the same for every trip, needed by none.',
  params: closed({ name: fileName }),
  responses: { 200: { description: 'The file.', contentType: 'text/javascript' } },
  errors: [],
})

export const registerDevice = defineOperation({
  ...everyone,
  id: 'registerDevice',
  method: 'POST',
  path: '/t/{link}/devices',
  summary: 'Register a device',
  description:
    'For the app: a trip may be on as many devices as the release says. The same device again is no other device; it may bring another name.',
  params: closed({ link: releaseLink }),
  body: deviceRegistration,
  bodyLimitBytes: kibibytes(4),
  responses: {
    201: { description: 'The device is registered.', body: device },
    200: { description: 'The device was registered before.', body: device },
    ...pages,
  },
  errors: [...notNow, 'channel-disabled', 'device-limit-reached'],
})

export const readTripBundle = defineOperation({
  ...shared,
  id: 'readTripBundle',
  path: '/t/{link}/bundle',
  summary: 'What the app holds of the trip',
  description:
    'A ZIP archive for a registered device: `guidebook.json`, one `guidebook.<lang>.json` for each other language that the page has, the pictures under `images/`, and `gpx.zip` with the GPX files.',
  params: closed({ link: releaseLink }),
  headers: closed({ 'device-id': deviceId }),
  responses: { 200: { description: 'A ZIP archive.', contentType: 'application/zip' }, ...pages },
  errors: [...noFile, 'device-not-registered'],
})
