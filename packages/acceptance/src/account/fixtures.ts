/** An account with one resource of each kind. Tests build it for the account that owns resources and for the account that requests them. */
import sharp from 'sharp'
import { eventually } from '../eventually.ts'
import { mailBookings } from '../import-mail.ts'
import { connect, createPartner, setWebhook, supportOf } from '../partners.ts'
import type { Description } from '../running-system.ts'
import { createContent, day, onDemandRelease, plainRelease, waypoints } from '../trip.ts'

/** The account that owns the resources. Equally long, so that responses can be compared byte by byte; the third owns nothing. */
export type Mark = 'OWNER' | 'OTHER' | 'NONES'

export type Things = Awaited<ReturnType<typeof createThings>>

/** Part of every text of the owner: another account that reads it has found a leak. */
export const leak = (mark: Mark) => `${mark}SECRET`

/** Codes of the releases of an account. Those of another account begin with another digit. */
export const codeOf = (mark: Mark, number: number): number =>
  ({ OWNER: 700_000_000, OTHER: 600_000_000, NONES: 800_000_000 })[mark] + number
/** Number of codes of the owner's releases; its seller has as many. */
export const ownedCodes = 4

/** The app's ID on a device of the account's travellers. */
export const deviceIdOf = (mark: Mark, number: number) => `device-${mark}-${number}`

/** Operations that take a new custom ID: the owner has a resource with each such ID. */
export const naming = {
  library: ['createLibrary', 'updateLibrary'],
  item: ['createRoute', 'updateRoute', 'createPoi', 'createText', 'setExternalId'],
  guidebook: ['createGuidebook', 'replaceGuidebook'],
} as const
export const chosenName = (operation: string, mark: Mark) => `${operation}-${mark}`

export const csvColumns = {
  downloadCode: 'Booking',
  guidebookId: 'Tour',
  language: 'Language',
  arrivalDate: 'Arrival',
  departureDate: 'Departure',
  devices: 'Persons',
}
export const csvOf = (codes: readonly number[], guidebook: string, hotel: string): string => {
  const rows = codes.map((code) => [code, guidebook, 'de', day(5), day(7), 2, hotel])
  return [[...Object.values(csvColumns), 'Hotel'], ...rows].map((cells) => `${cells.join(';')}\r\n`).join('')
}

type Found<T> = { items: T[] }

export async function createThings(system: Description, mark: Mark) {
  const partner = await createPartner(system, 'operator', leak(mark))
  const seller = await createPartner(system, 'reseller', `Seller of ${leak(mark)}`)
  await connect(system, partner, seller)
  await setWebhook(system, partner)
  const account = partner.id
  const post = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await partner.client.send<T>('POST', path, body)
    if (answer.status > 202) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const get = async <T>(path: string): Promise<T> => (await partner.client.send<T>('GET', path)).body

  const names = { en: leak(mark) }
  const library = `LIB-${mark}`
  for (const customId of ['SAME', 'SCRATCH', library, ...naming.library.map((name) => chosenName(name, mark))])
    await post('/content/library', { account, customId, names })
  const item = (kind: string, libraryId: string, customId: string, more: object) =>
    post<{ id: string }>(`/content/geodata/${kind}`, {
      account,
      library: { customId: libraryId },
      customId,
      names,
      descriptions: names,
      ...more,
    })
  const route = { attributes: {}, icon: { name: 'hiking' }, waypoints: waypoints.slice(0, 10) }
  const poi = { lat: 46.63, lng: 8.04, icon: 'hotel' }
  for (const place of ['SAME', library]) {
    await item('route', place, 'ROUTE-1', route)
    await item('poi', place, 'POI-1', poi)
    await item('text', place, 'TEXT-1', {})
  }
  const { id: routeId } = await item('route', 'SAME', `ROUTE-${mark}`, route)
  const { id: poiId } = await item('poi', 'SAME', `POI-${mark}`, poi)
  const { id: textId } = await item('text', 'SAME', `TEXT-${mark}`, {})
  for (const name of naming.item) await item('poi', 'SCRATCH', chosenName(name, mark), poi)

  const guidebook = `GB-${mark}`
  const background = { OWNER: 'red', OTHER: 'blue', NONES: 'gray' }[mark]
  const cover = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
  const members = { routes: [{ link: routeId }], pois: [{ link: poiId }], texts: [{ link: textId }] }
  const book = {
    titles: names,
    imageBase64: cover.toString('base64'),
    stages: [{ number: 1, titles: names, ...members }],
  }
  await post('/content/guidebook', { account, customId: guidebook, ...book })
  for (const name of naming.guidebook)
    await post('/content/guidebook', { account, customId: chosenName(name, mark), titles: names })

  const releases = await Promise.all(
    Array.from({ length: ownedCodes }, (_, number) =>
      post<{ link: string }>('/content/release', {
        ...plainRelease(account, guidebook, codeOf(mark, number), seller.oid),
        devices: 9_999,
        sellerDownloadCode: codeOf(mark, 1000 + number),
      }),
    ),
  )
  const [release = '', spare = ''] = releases.map(({ link }) => link)
  const onDemandCode = codeOf(mark, 100)
  const onDemand = onDemandRelease(partner.oid, onDemandCode, 'SAME', seller.oid)
  onDemand.guidebook.stages = onDemand.guidebook.stages.map((stage) => ({ ...stage, routes: [] }))
  onDemand.guidebook.title = leak(mark)
  onDemand.publish.startDate = day(2)
  onDemand.booking = { arrivalDate: day(2), departureDate: day(3) }
  await post('/content/release/ondemand', onDemand)

  const third = await createPartner(system, 'operator', `A friend of ${leak(mark)}`)
  await connect(system, third, partner)
  const trip = await createContent(third, leak(mark))
  const { body: shared } = await third.client.send<{ link: string }>(
    'POST',
    '/content/release',
    plainRelease(third.id, trip, codeOf(mark, 200), partner.oid),
  )
  await post('/account/webhook/ping')
  await eventually('the deliveries', 60_000, async () => {
    const { items } = await get<Found<{ state: string }>>('/account/webhook/deliveries')
    return items.length === 2 && items.every(({ state }) => state === 'delivered')
  })
  const deliveries = await get<Found<{ id: string }>>(`/account/webhook/deliveries?release=${shared.link}`)

  const sender = `bookings-${partner.id}@partner.guidebook.test`.toLowerCase()
  await supportOf(system).send('PUT', `/admin/accounts/${account}/import`, {
    senders: [sender],
    columns: csvColumns,
    hotelColumns: [{ header: 'Hotel', library: 'SAME' }],
    period: { daysBeforeArrival: 3, daysAfterDeparture: 3 },
    format: { delimiter: ';', dateFormat: 'YYYY-MM-DD' },
    onExistingCode: 'report',
  })
  for (const number of [300, 302]) {
    const codes = [codeOf(mark, number), codeOf(mark, number + 1)]
    await mailBookings(system, sender, csvOf(codes, guidebook, 'POI-1'))
  }
  await eventually('the imports', 90_000, async () => {
    const { items } = await get<Found<{ state: string }>>('/account/imports')
    return items.length === 2 && items.every(({ state }) => state === 'completed')
  })
  const runs = await get<Found<{ id: string }>>('/account/imports')
  const own = await get<{ keys: { id: string }[] }>('/account')

  await eventually('every build', 120_000, async () => {
    const { items } = await get<Found<{ pdfAvailable: boolean }>>(`/content/release/${account}?limit=200`)
    return items.every(({ pdfAvailable }) => pdfAvailable)
  })
  const register = (number: number) =>
    post<{ id: string }>(`/t/${release}/devices`, { deviceId: deviceIdOf(mark, number), name: leak(mark) })
  const [device] = [await register(1), await register(2)]
  const page = (await partner.client.download(`/t/${release}`)).bytes.toString('utf8')
  return {
    ...partner,
    mark,
    seller,
    /** A library whose custom ID no other account has. Its items have the custom IDs of those in everyone's library `SAME`. */
    library,
    routeId,
    poiId,
    textId,
    guidebook,
    release,
    /** Another release, for changes. */
    spare,
    onDemandCode,
    keyId: own.keys[0]?.id ?? '',
    /** A release that another operator shared with this account; `deliveryId` is its delivery. */
    sharedRelease: shared.link,
    deliveryId: deliveries.items[0]?.id ?? '',
    runId: runs.items[0]?.id ?? '',
    /** A registered device of the release: the app's ID, and the operator's. */
    deviceId: deviceIdOf(mark, 1),
    device: device.id,
    image: nameIn(page, /\/images\/([^"/ ]+)/),
    gpxFile: nameIn(page, /\/gpx\/([^"/]+)\.gpx/),
  }
}

function nameIn(page: string, pattern: RegExp): string {
  const name = pattern.exec(page)?.[1]
  if (name === undefined) throw new Error(`the page does not contain ${pattern}`)
  return decodeURIComponent(name)
}
