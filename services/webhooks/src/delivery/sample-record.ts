import type { AccountProjection, ReleaseRecord } from '@guidebook/contracts'

/** A release record without data of travellers; its `id` is 0. */
export const sampleRecord = (account: AccountProjection, now: Date): ReleaseRecord => {
  const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  const [start, arrival, departure, end] = [day(0), day(14), day(21), day(51)]
  const party = {
    id: account.id,
    oid: account.oid,
    name: account.name,
    logo: account.logo,
    type: account.type,
    color: account.primaryColor,
    app: { iosUrl: account.iosUrl, androidUrl: account.androidUrl },
  }
  return {
    id: 0,
    key: '00000000-0000-0000-0000-000000000000',
    link: 'ping-ping-ping-ping',
    url: 'https://example.com/t/ping-ping-ping-ping',
    bundleName: 'Ping',
    guidebookInternalId: null,
    downloadCode: 1,
    operatorDownloadCode: 1,
    sellerDownloadCode: 1,
    arrivaldate: arrival,
    departuredate: departure,
    startdate: start,
    enddate: end,
    startDatetime: Date.parse(start),
    endDatetime: Date.parse(end),
    creation: now.toISOString(),
    lang: account.defaultLang,
    devices: 1,
    appEnabled: true,
    appAvailable: false,
    pdfEnabled: true,
    pdfAvailable: false,
    gpxEnabled: true,
    positioning: true,
    navigation: true,
    tourguide: false,
    travelgroup: false,
    photocontest: false,
    attributes: { positioning: '1', navigation: '1', tourguide: '0', travelgroup: '0', photocontest: '0' },
    customized: false,
    disabled: false,
    locked: false,
    primaryColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    androidUrl: account.androidUrl,
    iosUrl: account.iosUrl,
    provider: party,
    seller: party,
    additionalAssets: [],
    accommodation: [],
    text: [],
  }
}
