import { isDeepStrictEqual } from 'node:util'
import type { BuildInput, StoredOnDemandRequest } from '@guidebook/contracts'
import { type Binding, boundItems, type Use } from '../binding/bindings.ts'
import { bookedAccommodation } from '../on-demand/on-demand-fields.ts'
import { addBoundItems } from '../on-demand/references.ts'
import { brandOf, type Release, travellerCode, tripLinkUrl } from '../release/release.ts'

/**
 * What the builder needs to know about a release. `request` is that of an on-demand release with its current accommodations, else null. `bindings`
 * are the items that the release names.
 */
export function buildInputOf(
  release: Release,
  request: StoredOnDemandRequest | null,
  bindings: readonly Binding[],
  publicUrl: string,
): BuildInput {
  const itemOf = boundItems(bindings)
  const libraryEntry = (use: Use, entry: Entry) => {
    const named = namedEntry(entry)
    if (named === null) return []
    const { externalId: customId, libraryExternalId: library } = named
    const item = itemOf({ use, library, customId })
    return [item === undefined ? named : { ...named, item }]
  }
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
    request: request && addBoundItems(request, bindings),
    brand: { name, logo, primaryColor, secondaryColor },
    organiser: provider.name,
    accommodation: request === null ? release.accommodation.flatMap(libraryStay) : [],
    texts: release.texts.flatMap((text) => libraryEntry('text', text)),
    assets: release.assets.flatMap((asset) =>
      libraryEntry('asset', asset).map((entry) => ({ type: asset.type, ...entry })),
    ),
    defaultLang: provider.defaultLang,
    test: provider.test,
    paper: provider.roadbook?.paper ?? 'A4',
    // Omitted where there is none: older builders refuse the field.
    ...(provider.emergencyPhone == null ? {} : { emergencyPhone: provider.emergencyPhone }),
    url: tripLinkUrl(publicUrl, link),
    timeZone: provider.timeZone,
  }

  function libraryStay(stay: Release['accommodation'][number]) {
    const { arrivalDate, departureDate, comment } = stay
    return libraryEntry('accommodation', stay).map((entry) => ({ ...entry, arrivalDate, departureDate, comment }))
  }
}

type Entry = Release['texts'][number]

/** null: the entry came inline with the request and is in it. */
const namedEntry = ({ externalId, libraryExternalId }: Entry) =>
  externalId === null || libraryExternalId === null ? null : { externalId, libraryExternalId }

/** The request with the release's accommodations, when they were replaced since. */
export function withCurrentAccommodation(request: StoredOnDemandRequest, release: Release): StoredOnDemandRequest {
  if (isDeepStrictEqual(bookedAccommodation(request), release.accommodation)) return request
  const accommodation = release.accommodation.flatMap((stay) => {
    const { arrivalDate, departureDate, comment } = stay
    const named = namedEntry(stay)
    if (named === null) return []
    return {
      ...(arrivalDate === null ? {} : { arrivalDate }),
      ...(departureDate === null ? {} : { departureDate }),
      ...(comment === null ? {} : { comment }),
      libraryReference: { libraryCustomId: named.libraryExternalId, customId: named.externalId },
    }
  })
  return { ...request, booking: { ...request.booking, accommodation } }
}
