/** The release record of the webhook and of release operations. All fields are always present. */
import { type Static, Type } from 'typebox'
import examples from './examples.json' with { type: 'json' }
import { date, hashColor, instant, language } from './fields.ts'
import { accountId, downloadCode, internalId, oid, releaseId, releaseKey, releaseLink } from './identifiers.ts'
import { closed, nullable, oneOf } from './shape.ts'

export const accountTypes = ['operator', 'reseller'] as const

export const storeUrls = closed({ iosUrl: nullable(Type.String()), androidUrl: nullable(Type.String()) })

const party = closed(
  {
    id: accountId,
    oid,
    name: Type.String(),
    logo: nullable(Type.String()),
    type: oneOf(accountTypes),
    color: nullable(hashColor),
    app: storeUrls,
  },
  { title: 'Party', description: 'The operator or the seller of a release.' },
)
export type Party = Static<typeof party>

const flag = oneOf(['0', '1'])
const featureFlags = closed(
  { positioning: flag, navigation: flag, tourguide: flag, travelgroup: flag, photocontest: flag },
  { description: 'The feature flags of the record as strings.' },
)

const nullableText = nullable(Type.String())

export const accommodationRecord = closed({
  externalId: nullableText,
  libraryExternalId: nullableText,
  stageNumber: nullable(Type.Integer()),
  name: nullableText,
  arrivalDate: nullable(date),
  departureDate: nullable(date),
  comment: nullableText,
})
const textRecord = closed({ externalId: nullableText, libraryExternalId: nullableText })
const assetRecord = closed({ type: Type.String(), externalId: nullableText, libraryExternalId: nullableText })

export const releaseRecord = closed(
  {
    id: releaseId,
    key: releaseKey,
    link: releaseLink,
    url: Type.String({ description: 'Full Trip Link URL, the central link for travellers.' }),
    bundleName: Type.String(),
    guidebookInternalId: nullable(internalId),
    downloadCode,
    operatorDownloadCode: downloadCode,
    sellerDownloadCode: nullable(downloadCode),
    arrivaldate: nullable(date),
    departuredate: nullable(date),
    startdate: date,
    enddate: date,
    startDatetime: Type.Integer({ description: 'Epoch milliseconds of 00:00 of `startdate` in the account’s zone.' }),
    endDatetime: Type.Integer({ description: 'Epoch milliseconds of 00:00 of `enddate` in the account’s zone.' }),
    creation: instant,
    lang: language,
    devices: Type.Integer({ minimum: 0 }),
    appEnabled: Type.Boolean(),
    appAvailable: Type.Boolean(),
    pdfEnabled: Type.Boolean(),
    pdfAvailable: Type.Boolean(),
    gpxEnabled: Type.Boolean(),
    positioning: Type.Boolean(),
    navigation: Type.Boolean(),
    tourguide: Type.Boolean(),
    travelgroup: Type.Boolean(),
    photocontest: Type.Boolean(),
    attributes: featureFlags,
    customized: Type.Boolean(),
    disabled: Type.Boolean(),
    locked: Type.Boolean(),
    primaryColor: nullable(hashColor),
    secondaryColor: nullable(hashColor),
    androidUrl: nullableText,
    iosUrl: nullableText,
    provider: party,
    seller: nullable(party),
    additionalAssets: Type.Array(assetRecord),
    accommodation: Type.Array(accommodationRecord),
    text: Type.Array(textRecord),
  },
  { title: 'ReleaseRecord', examples: [examples.releaseRecord] },
)
export type ReleaseRecord = Static<typeof releaseRecord>
