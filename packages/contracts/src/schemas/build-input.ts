/** Input of a build of one generation of a release. */
import { type Static, Type } from 'typebox'
import { papers } from './account.ts'
import { date, hashColor, language } from './fields.ts'
import {
  accountId,
  customId,
  downloadCode,
  generation,
  internalId,
  releaseId,
  releaseKey,
  releaseLink,
} from './identifiers.ts'
import { storedOnDemandRequest } from './on-demand.ts'
import { closed, nullable, oneOf } from './shape.ts'

export const releaseKinds = ['plain', 'customized', 'on-demand'] as const
export const releaseKind = oneOf(releaseKinds)

const reference = { externalId: customId, libraryExternalId: customId }

export const buildInput = closed(
  {
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
        ...reference,
        arrivalDate: nullable(date),
        departureDate: nullable(date),
        comment: nullable(Type.String()),
      }),
    ),
    texts: Type.Array(closed(reference)),
    assets: Type.Array(closed({ type: Type.String(), ...reference })),
    defaultLang: language,
    test: Type.Boolean({ description: 'The documents have a watermark.' }),
    paper: oneOf(papers, { description: 'Paper size of the operator’s roadbooks.' }),
    url: Type.String({ description: 'The Trip Link.' }),
    timeZone: Type.String(),
  },
  { title: 'BuildInput' },
)
export type BuildInput = Static<typeof buildInput>
