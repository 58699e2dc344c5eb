import type { AccountProjection, StoredOnDemandRequest } from '@guidebook/contracts'
import { type FoundGuidebook, titleIn } from '../release/find-guidebook.ts'
import type { Release } from '../release/release.ts'
import { bookedAccommodation } from './booked-accommodation.ts'

type Fields = Pick<
  Release,
  | 'title'
  | 'sourceGuidebook'
  | 'sourceVersion'
  | 'startDate'
  | 'endDate'
  | 'arrivalDate'
  | 'departureDate'
  | 'lang'
  | 'devices'
  | 'appEnabled'
  | 'gpxEnabled'
  | 'accommodation'
>

/** What an on-demand request says about its release, at its creation and at each update. */
export function onDemandFields(
  operator: AccountProjection,
  request: StoredOnDemandRequest,
  template: FoundGuidebook | null,
): Fields {
  const { metadata, publish, booking, guidebook } = request
  return {
    title: guidebook.title || titleIn(template?.titles ?? {}, metadata.lang, operator.defaultLang),
    sourceGuidebook: template?.id ?? null,
    sourceVersion: template?.version ?? 0,
    startDate: publish.startDate,
    endDate: publish.endDate,
    arrivalDate: booking?.arrivalDate ?? null,
    departureDate: booking?.departureDate ?? null,
    lang: metadata.lang,
    devices: publish.devices,
    appEnabled: publish.app ?? true,
    gpxEnabled: publish.gpx ?? true,
    accommodation: bookedAccommodation(request),
  }
}
