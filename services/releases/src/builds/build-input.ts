import { isDeepStrictEqual } from 'node:util'
import type { BuildInput, StoredOnDemandRequest } from '@guidebook/contracts'
import { bookedAccommodation } from '../on-demand/booked-accommodation.ts'
import { tripLinkUrl } from '../release/present.ts'
import type { FullRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'

/** All that the builder needs to know about a release; `request` is what was stored for an on-demand one, else null. */
export function buildInputOf(
  { release, parties: { provider, seller } }: FullRelease,
  request: StoredOnDemandRequest | null,
  publicUrl: string,
): BuildInput {
  const { id, key, link, account, generation, lang, kind, startDate, endDate, arrivalDate, departureDate } = release
  const brand = seller ?? provider
  return {
    release: {
      ...{ id, key, link, account, generation, lang, kind },
      channels: { app: release.appEnabled, pdf: release.pdfEnabled, gpx: release.gpxEnabled },
      dates: { start: startDate, end: endDate, arrival: arrivalDate, departure: departureDate },
      // The traveller booked with the seller, when there is one, and knows that code.
      downloadCode: release.sellerDownloadCode ?? release.downloadCode,
      title: request === null ? null : release.title,
      translate: request?.metadata.translate ?? false,
    },
    guidebook: release.sourceGuidebook === null ? null : { id: release.sourceGuidebook },
    request: request === null ? null : withPresentAccommodation(request, release),
    brand: {
      name: brand.name,
      logo: brand.logo,
      primaryColor: brand.primaryColor,
      secondaryColor: brand.secondaryColor,
    },
    organiser: provider.name,
    accommodation: request === null ? release.accommodation.flatMap(libraryStay) : [],
    texts: release.texts.flatMap(libraryEntry),
    assets: release.assets.flatMap((asset) => libraryEntry(asset).map((entry) => ({ type: asset.type, ...entry }))),
    defaultLang: provider.defaultLang,
    test: provider.test,
    paper: provider.roadbook?.paper ?? 'A4',
    url: tripLinkUrl(publicUrl, link),
    timeZone: provider.timeZone,
  }
}

/** The request's own accommodations, unless they were replaced since: then those stand in the request's place. */
function withPresentAccommodation(request: StoredOnDemandRequest, release: Release): StoredOnDemandRequest {
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
