import type { AccommodationEntry } from '@guidebook/client'

export interface AccommodationDraft {
  /** For React only. */
  id: string
  libraryExternalId: string
  externalId: string
  arrivalDate: string
  departureDate: string
  comment: string
}

const names = ['libraryExternalId', 'externalId', 'arrivalDate', 'departureDate', 'comment'] as const

export type AccommodationField = (typeof names)[number]

export const accommodationPointers = (pointer: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => names.map((name) => `${pointer}/${index}/${name}`)).flat()

/** Empty fields are not sent. */
export const toEntries = (drafts: readonly AccommodationDraft[]): AccommodationEntry[] =>
  drafts.map(({ libraryExternalId, externalId, arrivalDate, departureDate, comment }) => ({
    libraryExternalId,
    externalId,
    ...(arrivalDate !== '' && { arrivalDate }),
    ...(departureDate !== '' && { departureDate }),
    ...(comment !== '' && { comment }),
  }))
