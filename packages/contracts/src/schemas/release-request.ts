/** The request for a plain, customized or reseller release, and its parts. */
import { type Static, Type } from 'typebox'
import examples from './examples.json' with { type: 'json' }
import { date, devices, language } from './fields.ts'
import { accountId, customId, downloadCode, oid } from './identifiers.ts'
import { closed, text } from './shape.ts'

export const comment = text(10_000, { description: 'Free text, specific to the booking.' })

export const accommodationEntry = closed(
  {
    externalId: customId,
    libraryExternalId: customId,
    arrivalDate: Type.Optional(date),
    departureDate: Type.Optional(date),
    comment: Type.Optional(comment),
  },
  { examples: [examples.accommodation] },
)

const reference = { externalId: customId, libraryExternalId: customId }

export const textEntry = closed(reference)

/** The older form of customization. */
export const assetEntry = closed({ type: Type.Literal('GEO'), ...reference })

export const releaseRequest = closed(
  {
    account: accountId,
    downloadCode,
    guidebookExternalId: customId,
    startdate: date,
    enddate: date,
    arrivaldate: Type.Optional(date),
    departuredate: Type.Optional(date),
    lang: language,
    devices,
    positioning: Type.Optional(Type.Boolean({ default: true })),
    accommodation: Type.Optional(Type.Array(accommodationEntry, { maxItems: 1000 })),
    text: Type.Optional(Type.Array(textEntry, { maxItems: 1000 })),
    additionalAssets: Type.Optional(Type.Array(assetEntry, { maxItems: 1000 })),
    resellerOid: Type.Optional(oid),
    sellerDownloadCode: Type.Optional(downloadCode),
  },
  { title: 'ReleaseRequest', examples: [examples.releaseRequest] },
)
export type ReleaseRequest = Static<typeof releaseRequest>
