import { randomUUID } from 'node:crypto'
import type { ReleaseRequest } from '@guidebook/contracts'
import type { Release } from './release.ts'
import { newSlug } from './trip-link-slug.ts'

type Identified = 'id' | 'key' | 'link' | 'createdAt' | 'buildRequestedAt'
type Initial = 'revision' | 'generation' | 'revokedAt' | 'disabled' | 'locked'
type Availability = 'appAvailable' | 'pdfAvailable' | 'gpxAvailable'

/** What a use case decides about a new release; the rest is the same for all. */
export type ReleaseDraft = Omit<Release, Identified | Initial | Availability>

/** A release as it begins: nothing is built, nothing is switched off. */
export const newRelease = (draft: ReleaseDraft, id: number, now: Date): Release => ({
  ...draft,
  id,
  key: randomUUID(),
  link: newSlug(),
  appAvailable: false,
  pdfAvailable: false,
  gpxAvailable: false,
  disabled: false,
  locked: false,
  revision: 1,
  generation: 1,
  buildRequestedAt: now,
  createdAt: now,
  revokedAt: null,
})

/** The three ways of customizing, as the record shows them. */
export function customizationOf(request: Pick<ReleaseRequest, 'accommodation' | 'text' | 'additionalAssets'>) {
  const { accommodation = [], text = [], additionalAssets = [] } = request
  return {
    customized: accommodation.length + text.length + additionalAssets.length > 0,
    accommodation: accommodation.map(accommodationOf),
    texts: text,
    assets: additionalAssets,
  }
}

type Entry = NonNullable<ReleaseRequest['accommodation']>[number]

/** An accommodation that is named by its place in a library, as the record shows it. */
export const accommodationOf = (entry: Entry): Release['accommodation'][number] => ({
  externalId: entry.externalId,
  libraryExternalId: entry.libraryExternalId,
  stageNumber: null,
  name: null,
  arrivalDate: entry.arrivalDate ?? null,
  departureDate: entry.departureDate ?? null,
  comment: entry.comment ?? null,
})
