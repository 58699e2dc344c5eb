import type { AccountProjection, ReleaseRecord } from '@guidebook/contracts'
import constants from './sample-record.json' with { type: 'json' }

/** A release record without data of travellers; its `id` is 0. */
export const sampleRecord = (account: AccountProjection, now: Date): ReleaseRecord => {
  const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  const [startdate, enddate] = [day(0), day(51)]
  const { id, oid, name, logo, type, primaryColor, secondaryColor, androidUrl, iosUrl } = account
  const party = { id, oid, name, logo, type, color: primaryColor, app: { iosUrl, androidUrl } }
  return {
    ...constants,
    attributes: { positioning: '1', navigation: '1', tourguide: '0', travelgroup: '0', photocontest: '0' },
    arrivaldate: day(14),
    departuredate: day(21),
    startdate,
    enddate,
    startDatetime: Date.parse(startdate),
    endDatetime: Date.parse(enddate),
    creation: now.toISOString(),
    lang: account.defaultLang,
    primaryColor,
    secondaryColor,
    androidUrl,
    iosUrl,
    provider: party,
    seller: party,
  }
}
