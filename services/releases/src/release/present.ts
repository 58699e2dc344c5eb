import type { AccountProjection, ReleaseRecord } from '@guidebook/contracts'
import { startOfDay } from './calendar.ts'
import type { Release } from './release.ts'

/** The two accounts of a release: who runs the trip, and who sells it. */
export interface Parties {
  provider: AccountProjection
  seller: AccountProjection | null
}

export type Party = ReleaseRecord['provider']

/** The record of the specification: every field, always, in its type. */
export function presentRelease(release: Release, { provider, seller }: Parties, publicUrl: string): ReleaseRecord {
  const brand = seller ?? provider
  const { positioning } = release
  return {
    id: release.id,
    key: release.key,
    link: release.link,
    url: tripLinkUrl(publicUrl, release.link),
    bundleName: release.title,
    guidebookInternalId: release.guidebook,
    downloadCode: release.downloadCode,
    operatorDownloadCode: release.downloadCode,
    sellerDownloadCode: release.sellerDownloadCode,
    arrivaldate: release.arrivalDate,
    departuredate: release.departureDate,
    startdate: release.startDate,
    enddate: release.endDate,
    startDatetime: startOfDay(release.startDate, provider.timeZone),
    endDatetime: startOfDay(release.endDate, provider.timeZone),
    creation: release.createdAt.toISOString(),
    lang: release.lang,
    devices: release.devices,
    appEnabled: release.appEnabled,
    appAvailable: release.appEnabled && release.appAvailable,
    pdfEnabled: release.pdfEnabled,
    pdfAvailable: release.pdfEnabled && release.pdfAvailable,
    gpxEnabled: release.gpxEnabled,
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
    seller: seller === null ? null : presentParty(seller),
    additionalAssets: release.assets,
    accommodation: release.accommodation,
    text: release.texts,
  }
}

export const tripLinkUrl = (publicUrl: string, link: string): string => `${publicUrl}/t/${link}`

const presentParty = ({ id, oid, name, logo, type, primaryColor, iosUrl, androidUrl }: AccountProjection): Party => ({
  id,
  oid,
  name,
  logo,
  type,
  color: primaryColor,
  app: { iosUrl, androidUrl },
})
