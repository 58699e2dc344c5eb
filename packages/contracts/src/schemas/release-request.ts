/** The request for a plain, customized or reseller release, and its parts. */
import { type Static, Type } from 'typebox'
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
  {
    examples: [
      {
        externalId: 'HOTEL-17',
        libraryExternalId: 'HOTELS',
        arrivalDate: '2026-07-14',
        departureDate: '2026-07-15',
        comment: 'Half board',
      },
    ],
  },
)

export const textEntry = closed({ externalId: customId, libraryExternalId: customId })

/** The older form of customization. */
export const assetEntry = closed({ type: Type.Literal('GEO'), externalId: customId, libraryExternalId: customId })

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
  {
    title: 'ReleaseRequest',
    examples: [
      {
        account: 'ACCOUNT_ID',
        downloadCode: 20240001,
        guidebookExternalId: 'GB-1',
        startdate: '2026-07-01',
        enddate: '2026-08-31',
        arrivaldate: '2026-07-14',
        departuredate: '2026-07-21',
        lang: 'de',
        devices: 2,
        positioning: true,
        accommodation: [
          {
            externalId: 'HOTEL-17',
            libraryExternalId: 'HOTELS',
            arrivalDate: '2026-07-14',
            departureDate: '2026-07-15',
            comment: 'Half board',
          },
        ],
        text: [{ externalId: 'TEXT-1', libraryExternalId: 'TEXTS' }],
        resellerOid: 'ABC',
        sellerDownloadCode: 30240001,
      },
    ],
  },
)
export type ReleaseRequest = Static<typeof releaseRequest>
