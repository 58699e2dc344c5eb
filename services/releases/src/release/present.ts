import type { AccountProjection, ReleaseRecord } from '@guidebook/contracts'
import { startOfDay } from '@guidebook/service-kit'
import { brandOf, type Release, tripLinkUrl } from './release.ts'

/** The response of every operation on a release: its record. */
export const recordReply = <const Status extends 200 | 201 | 202>(
  status: Status,
  release: Release,
  publicUrl: string,
) => ({ status, body: presentRelease(release, publicUrl), etag: releaseEtag(release) })

/** Changes with everything that the record shows: the release itself and its accounts. */
export const releaseEtag = ({ key, revision, provider, reseller }: Release): string =>
  `${key}.${revision}.${provider.version}.${reseller?.version ?? 0}`

/** Where the operator reads the release. */
export const releasePath = ({ account, link }: Release): string => `/content/release/${account}/${link}`

/** The record of the specification: every field, always, in its type. */
export function presentRelease(release: Release, publicUrl: string): ReleaseRecord {
  const { provider, reseller, positioning } = release
  const brand = brandOf(release)
  return {
    id: release.id,
    key: release.key,
    link: release.link,
    url: tripLinkUrl(publicUrl, release.link),
    bundleName: release.title,
    guidebookInternalId: release.guidebook,
    downloadCode: release.download_code,
    operatorDownloadCode: release.download_code,
    sellerDownloadCode: release.seller_download_code,
    arrivaldate: release.arrival_date,
    departuredate: release.departure_date,
    startdate: release.start_date,
    enddate: release.end_date,
    startDatetime: startOfDay(release.start_date, provider.timeZone),
    endDatetime: startOfDay(release.end_date, provider.timeZone),
    creation: release.created_at.toISOString(),
    lang: release.lang,
    devices: release.devices,
    appEnabled: release.app_enabled,
    appAvailable: release.app_enabled && release.app_available,
    pdfEnabled: release.pdf_enabled,
    pdfAvailable: release.pdf_enabled && release.pdf_available,
    gpxEnabled: release.gpx_enabled,
    positioning,
    // The request has one switch for showing the position and for navigating by it.
    navigation: positioning,
    tourguide: false,
    travelgroup: false,
    photocontest: false,
    attributes: {
      positioning: positioning ? '1' : '0',
      navigation: positioning ? '1' : '0',
      tourguide: '0',
      travelgroup: '0',
      photocontest: '0',
    },
    customized: release.customized,
    disabled: release.disabled,
    locked: release.locked,
    primaryColor: brand.primaryColor,
    secondaryColor: brand.secondaryColor,
    androidUrl: brand.androidUrl,
    iosUrl: brand.iosUrl,
    provider: presentParty(provider),
    seller: reseller && presentParty(reseller),
    additionalAssets: release.assets,
    accommodation: release.accommodation,
    text: release.texts,
  }
}

const presentParty = ({ id, oid, name, logo, type, primaryColor, iosUrl, androidUrl }: AccountProjection) => ({
  id,
  oid,
  name,
  logo,
  type,
  color: primaryColor,
  app: { iosUrl, androidUrl },
})
