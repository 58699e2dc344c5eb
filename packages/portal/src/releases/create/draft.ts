import type { ReleaseRequest } from '@guidebook/client'
import { type AccommodationDraft, toEntries } from '../accommodation-draft.ts'

export interface ItemDraft {
  /** For React only. */
  id: string
  libraryExternalId: string
  externalId: string
}

const itemFields = ['libraryExternalId', 'externalId'] as const
export type ItemField = (typeof itemFields)[number]

export const itemPointers = (pointer: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => itemFields.map((name) => `${pointer}/${index}/${name}`)).flat()

/** The fields of the form. Empty ones are not sent. */
export interface Draft {
  /** Otherwise the accommodation, texts, places and e-mail address are kept, but not sent. */
  customized: boolean
  downloadCode: number | string
  guidebookExternalId: string
  startdate: string
  enddate: string
  arrivaldate: string
  departuredate: string
  lang: string
  devices: number | string
  positioning: boolean
  resellerOid: string
  sellerDownloadCode: number | string
  accommodation: AccommodationDraft[]
  text: ItemDraft[]
  additionalAssets: ItemDraft[]
  /** Gets the errors of the customization. */
  email: string
}

export const emptyDraft = (lang: string): Draft => ({
  customized: false,
  downloadCode: '',
  guidebookExternalId: '',
  startdate: '',
  enddate: '',
  arrivaldate: '',
  departuredate: '',
  lang,
  devices: 4,
  positioning: true,
  resellerOid: '',
  sellerDownloadCode: '',
  accommodation: [],
  text: [],
  additionalAssets: [],
  email: '',
})

type Content = Pick<Draft, 'accommodation' | 'text' | 'additionalAssets' | 'email'>

/** The contents that are sent: none for a plain release. */
export const contentOf = ({ customized, accommodation, text, additionalAssets, email }: Draft): Content =>
  customized
    ? { accommodation, text, additionalAssets, email }
    : { accommodation: [], text: [], additionalAssets: [], email: '' }

export function toRequest(account: string, draft: Draft): ReleaseRequest {
  const { resellerOid, sellerDownloadCode } = draft
  const { accommodation, text, additionalAssets } = contentOf(draft)
  const items = (drafts: readonly ItemDraft[]) =>
    drafts.map(({ libraryExternalId, externalId }) => ({ libraryExternalId, externalId }))
  return {
    account,
    downloadCode: Number(draft.downloadCode),
    guidebookExternalId: draft.guidebookExternalId,
    startdate: draft.startdate,
    enddate: draft.enddate,
    lang: draft.lang,
    devices: Number(draft.devices),
    positioning: draft.positioning,
    ...(draft.arrivaldate !== '' && { arrivaldate: draft.arrivaldate }),
    ...(draft.departuredate !== '' && { departuredate: draft.departuredate }),
    ...(accommodation.length > 0 && { accommodation: toEntries(accommodation) }),
    ...(text.length > 0 && { text: items(text) }),
    ...(additionalAssets.length > 0 && {
      additionalAssets: items(additionalAssets).map((item) => ({ type: 'GEO' as const, ...item })),
    }),
    ...(resellerOid !== '' && {
      resellerOid,
      ...(sellerDownloadCode !== '' && { sellerDownloadCode: Number(sellerDownloadCode) }),
    }),
  }
}
