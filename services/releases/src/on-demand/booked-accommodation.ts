import type { OnDemandRequest, StoredOnDemandRequest } from '@guidebook/contracts'
import type { Release } from '../release/release.ts'

/** The accommodations of an on-demand request as the release's record shows them. */
export const bookedAccommodation = ({
  booking,
}: Pick<OnDemandRequest | StoredOnDemandRequest, 'booking'>): Release['accommodation'] =>
  (booking?.accommodation ?? []).map(
    ({ libraryReference, content, stageNumber, arrivalDate, departureDate, comment }) => ({
      externalId: libraryReference?.customId ?? null,
      libraryExternalId: libraryReference?.libraryCustomId ?? null,
      stageNumber: stageNumber ?? null,
      name: content?.name ?? null,
      arrivalDate: arrivalDate ?? null,
      departureDate: departureDate ?? null,
      comment: comment ?? null,
    }),
  )
