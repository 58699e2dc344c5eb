import type { OnDemandRequest, StoredOnDemandRequest } from '@guidebook/contracts'
import { type FoundGuidebook, titleIn } from '../creation/check-request.ts'
import type { Release } from '../release/release.ts'

/** The fields of a release that its request decides, at the creation and at each update. */
export function onDemandFields(
  { defaultLang }: Release['provider'],
  request: StoredOnDemandRequest,
  template: FoundGuidebook | null,
) {
  const { metadata, publish, booking, guidebook } = request
  return {
    title: guidebook.title || titleIn(template?.titles ?? {}, metadata.lang, defaultLang),
    source_guidebook: template?.id ?? null,
    source_custom_id: template?.customId ?? null,
    source_version: template?.version ?? 0,
    start_date: publish.startDate,
    end_date: publish.endDate,
    arrival_date: booking?.arrivalDate ?? null,
    departure_date: booking?.departureDate ?? null,
    lang: metadata.lang,
    devices: publish.devices,
    app_enabled: publish.app ?? true,
    gpx_enabled: publish.gpx ?? true,
    accommodation: bookedAccommodation(request),
  }
}

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
