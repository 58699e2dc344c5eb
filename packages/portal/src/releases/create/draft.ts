import type { ReleaseRequest } from '@guidebook/client'
import { type AccommodationDraft, toEntries } from '../accommodation-fields.tsx'

export interface ItemDraft {
  /** For React only. */
  id: string
  libraryExternalId: string
  externalId: string
}

/** The fields of the form. Empty ones are not sent. */
export interface Draft {
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

export function toRequest(account: string, draft: Draft): ReleaseRequest {
  const { accommodation, text, additionalAssets, resellerOid, sellerDownloadCode } = draft
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
