import { isDeepStrictEqual } from 'node:util'
import type { BuildInput, StoredOnDemandRequest } from '@guidebook/contracts'
import { bookedAccommodation } from '../on-demand/on-demand-fields.ts'
import { brandOf, type Release, travellerCode, tripLinkUrl } from '../release/release.ts'

/** What the builder needs to know about a release; `request` is the stored request of an on-demand release, else null. */
export function buildInputOf(release: Release, request: StoredOnDemandRequest | null, publicUrl: string): BuildInput {
  const { id, key, link, account, generation, lang, kind, provider } = release
  const { name, logo, primaryColor, secondaryColor } = brandOf(release)
  return {
    release: {
      id,
      key,
      link,
      account,
      generation,
      lang,
      kind,
      channels: { app: release.app_enabled, pdf: release.pdf_enabled, gpx: release.gpx_enabled },
      dates: {
        start: release.start_date,
        end: release.end_date,
        arrival: release.arrival_date,
        departure: release.departure_date,
      },
      downloadCode: travellerCode(release),
      title: request && release.title,
      translate: request?.metadata.translate ?? false,
    },
    guidebook: release.source_guidebook === null ? null : { id: release.source_guidebook },
    request: request && withCurrentAccommodation(request, release),
    brand: { name, logo, primaryColor, secondaryColor },
    organiser: provider.name,
    accommodation: request === null ? release.accommodation.flatMap(libraryStay) : [],
    texts: release.texts.flatMap(libraryEntry),
    assets: release.assets.flatMap((asset) => libraryEntry(asset).map((entry) => ({ type: asset.type, ...entry }))),
    defaultLang: provider.defaultLang,
    test: provider.test,
    paper: provider.roadbook?.paper ?? 'A4',
    // Omitted where there is none: older builders refuse the field.
    ...(provider.emergencyPhone == null ? {} : { emergencyPhone: provider.emergencyPhone }),
    url: tripLinkUrl(publicUrl, link),
    timeZone: provider.timeZone,
  }
}

/** The request with the release's accommodations, when they were replaced since. */
function withCurrentAccommodation(request: StoredOnDemandRequest, release: Release): StoredOnDemandRequest {
  if (isDeepStrictEqual(bookedAccommodation(request), release.accommodation)) return request
  const accommodation = release.accommodation
    .flatMap(libraryStay)
    .map(({ externalId, libraryExternalId, ...stay }) => ({
      ...(stay.arrivalDate === null ? {} : { arrivalDate: stay.arrivalDate }),
      ...(stay.departureDate === null ? {} : { departureDate: stay.departureDate }),
      ...(stay.comment === null ? {} : { comment: stay.comment }),
      libraryReference: { libraryCustomId: libraryExternalId, customId: externalId },
    }))
  return { ...request, booking: { ...request.booking, accommodation } }
}

/** Entries that name no library item came inline with the request and are in it. */
function libraryEntry({ externalId, libraryExternalId }: Release['texts'][number]) {
  return externalId === null || libraryExternalId === null ? [] : [{ externalId, libraryExternalId }]
}

const libraryStay = (stay: Release['accommodation'][number]) => {
  const { arrivalDate, departureDate, comment } = stay
  return libraryEntry(stay).map((entry) => ({ ...entry, arrivalDate, departureDate, comment }))
}
