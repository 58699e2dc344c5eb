/** A build of one generation of a release: its input, its artifacts in the object store, its warnings. */
import { type Static, Type } from 'typebox'
import { papers } from './account.ts'
import { date, hashColor, language, phone } from './fields.ts'
import { accountId, downloadCode, generation, internalId, releaseId, releaseKey, releaseLink } from './identifiers.ts'
import { storedOnDemandRequest } from './on-demand.ts'
import { boundEntry } from './references.ts'
import { closed, nullable, oneOf } from './shape.ts'

export const releaseKinds = ['plain', 'customized', 'on-demand'] as const
export const releaseKind = oneOf(releaseKinds)

export const buildInput = closed({
  release: closed({
    id: releaseId,
    key: releaseKey,
    link: releaseLink,
    account: accountId,
    generation,
    lang: language,
    kind: releaseKind,
    channels: closed({ app: Type.Boolean(), pdf: Type.Boolean(), gpx: Type.Boolean() }),
    dates: closed({ start: date, end: date, arrival: nullable(date), departure: nullable(date) }),
    downloadCode,
    title: nullable(Type.String()),
    translate: Type.Boolean(),
  }),
  guidebook: nullable(closed({ id: internalId })),
  request: nullable(storedOnDemandRequest),
  brand: closed({
    name: Type.String(),
    logo: nullable(Type.String()),
    primaryColor: nullable(hashColor),
    secondaryColor: nullable(hashColor),
  }),
  organiser: Type.String({ description: 'Name of the operator. The brand is that of the seller, if any.' }),
  accommodation: Type.Array(
    closed({
      ...boundEntry,
      arrivalDate: nullable(date),
      departureDate: nullable(date),
      comment: nullable(Type.String()),
    }),
  ),
  texts: Type.Array(closed(boundEntry)),
  assets: Type.Array(closed({ type: Type.String(), ...boundEntry })),
  defaultLang: language,
  test: Type.Boolean({ description: 'The documents have a watermark.' }),
  paper: oneOf(papers, { description: 'Paper size of the operator’s roadbooks.' }),
  /** Optional: absent if the operator has none. */
  emergencyPhone: Type.Optional(phone),
  url: Type.String({ description: 'The Trip Link.' }),
  timeZone: Type.String(),
  /** Absent in the input of a release. */
  preview: Type.Optional(
    Type.Literal(true, {
      description: 'A preview of the guidebook without a booking; its objects are removed after a day.',
    }),
  ),
})
export type BuildInput = Static<typeof buildInput>

const key = Type.String({ description: 'Key in the object store.' })
const bytes = Type.Integer({ minimum: 0 })
const pixels = Type.Integer({ minimum: 1 })

export const gpxFile = closed({
  name: Type.String({ description: 'File name without its ending.' }),
  stage: nullable(Type.Integer()),
  key,
  bytes,
  variant: oneOf(['full', 'device']),
  alternative: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Number of the alternative within its stage; absent: the main way.' }),
  ),
})

export const courseMediaTypes = { tcx: 'application/vnd.garmin.tcx+xml', fit: 'application/vnd.ant.fit' } as const

/** A course for navigation devices: the main way of a stage, or an alternative. */
export const courseFile = closed({
  name: Type.String({ description: 'File name.' }),
  format: oneOf(['tcx', 'fit']),
  stage: Type.Integer(),
  alternative: Type.Optional(Type.Integer({ minimum: 1 })),
  key,
  bytes,
})

export const artifacts = closed({
  pdf: nullable(closed({ key, bytes, pages: Type.Integer({ minimum: 1 }) })),
  gpx: nullable(
    closed({
      files: Type.Array(gpxFile),
      /** Optional: older publications have none. */
      courses: Type.Optional(Type.Array(courseFile)),
      zip: closed({ key, bytes }),
    }),
  ),
  page: closed({ key }, { description: 'A JSON object of schema PublishedGuidebook.' }),
  /** Optional: older publications have none. */
  languages: Type.Optional(
    Type.Array(closed({ lang: language, key }), { description: 'The page in other languages, in the same form.' }),
  ),
  images: Type.Array(closed({ name: Type.String(), key, mediaType: Type.String(), width: pixels, height: pixels })),
  bundle: nullable(closed({ key, bytes })),
  /** Optional: older publications have none. */
  map: Type.Optional(
    nullable(
      closed({ key, bytes }, { description: 'Data of the interactive maps: the tiles of the area, compressed.' }),
    ),
  ),
  icons: Type.Optional(
    Type.Array(closed({ name: Type.String(), key }), {
      description: 'Icons of the page on a home screen, PNG. Older publications have none.',
    }),
  ),
})
export type Artifacts = Static<typeof artifacts>

/** A problem of a build that did not stop it, for the release's audit log. */
export const buildWarning = closed({
  severity: oneOf(['info', 'warning', 'error']),
  code: Type.String(),
  message: Type.String(),
  externalId: nullable(Type.String({ description: 'Custom ID of the item.' })),
  pointer: nullable(Type.String({ description: 'JSON Pointer into the request, if any.' })),
})
export type BuildWarning = Static<typeof buildWarning>
