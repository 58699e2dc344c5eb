import type { AccountProjection, ReleaseRecord } from '@guidebook/contracts'
import { dayAt, daysLater, startOfDay } from '@guidebook/service-kit'
import constants from './sample-record.json' with { type: 'json' }

/** A release record without data of travellers; its `id` is 0. Its days are those of the account's time zone, like those of other records. */
export const sampleRecord = (account: AccountProjection, now: Date): ReleaseRecord => {
  const { id, oid, name, logo, type, timeZone, primaryColor, secondaryColor, androidUrl, iosUrl } = account
  const startdate = dayAt(now, timeZone)
  const enddate = daysLater(startdate, 51)
  const party = { id, oid, name, logo, type, color: primaryColor, app: { iosUrl, androidUrl } }
  return {
    ...constants,
    attributes: { positioning: '1', navigation: '1', tourguide: '0', travelgroup: '0', photocontest: '0' },
    arrivaldate: daysLater(startdate, 14),
    departuredate: daysLater(startdate, 21),
    startdate,
    enddate,
    startDatetime: startOfDay(startdate, timeZone),
    endDatetime: startOfDay(enddate, timeZone),
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
