/** An account with one resource of each kind. Tests build it for the account that owns resources and for the account that requests them. */
import { randomUUID } from 'node:crypto'
import { schemas } from '@guidebook/contracts'
import sharp from 'sharp'
import { eventually } from '../eventually.ts'
import { mailBookings } from '../import-mail.ts'
import { connect, createPartner, setWebhook, supportOf } from '../partners.ts'
import { retryingClient } from '../retrying-client.ts'
import type { Description } from '../running-system.ts'
import { createContent, day, onDemandRelease, plainRelease, waypoints } from '../trip.ts'

/** The account that owns the resources. Equally long, so that responses can be compared byte by byte; the third owns nothing. */
export type Mark = 'OWNER' | 'OTHER' | 'NONES'

export type Fixtures = Awaited<ReturnType<typeof createFixtures>>

/** Every text of the owner contains this: a response to another account that contains it leaks data. */
export const secretText = (mark: Mark) => `${mark}SECRET`

/** Download codes of an account's releases. Each account's codes begin with a different digit. */
export const downloadCodeOf = (mark: Mark, number: number): number =>
  ({ OWNER: 700_000_000, OTHER: 600_000_000, NONES: 800_000_000 })[mark] + number
/** Number of codes of the owner's releases; its seller has as many. */
export const ownedCodes = 4

/** The app's ID on a device of the account's travellers. */
export const deviceIdOf = (mark: Mark, number: number) => `device-${mark}-${number}`

/** Operations whose request chooses a custom ID. For each, the owner already has a resource with the ID that the test chooses. */
export const operationsWithCustomId = {
  library: ['createLibrary', 'updateLibrary'],
  item: ['createRoute', 'updateRoute', 'createPoi', 'createText', 'setExternalId'],
  guidebook: ['createGuidebook', 'replaceGuidebook'],
} as const
export const customIdFor = (operation: string, mark: Mark) => `${operation}-${mark}`

export const csvColumns = {
  downloadCode: 'Booking',
  guidebookId: 'Tour',
  language: 'Language',
  arrivalDate: 'Arrival',
  departureDate: 'Departure',
  devices: 'Persons',
}

/** Import settings of an account whose bookings have these columns. */
export const importSettings = (sender: string) => ({
  senders: [sender],
  columns: csvColumns,
  period: { daysBeforeArrival: 14, daysAfterDeparture: 30 },
  onExistingCode: 'report',
})

export const csvOf = (codes: readonly number[], guidebook: string, hotel: string): string => {
  const rows = codes.map((code) => [code, guidebook, 'de', day(5), day(7), 2, hotel])
  return [[...Object.values(csvColumns), 'Hotel'], ...rows].map((cells) => `${cells.join(';')}\r\n`).join('')
}

type Found<T> = { items: T[] }

export async function createFixtures(system: Description, mark: Mark) {
  const partner = await createPartner(system, 'operator', secretText(mark))
  const seller = await createPartner(system, 'reseller', `Seller of ${secretText(mark)}`)
  await connect(system, partner, seller)
  await setWebhook(system, partner)
  const account = partner.id
  const post = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await partner.client.send<T>('POST', path, body)
    if (answer.status > 202) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const get = async <T>(path: string): Promise<T> => (await partner.client.send<T>('GET', path)).body

  const names = { en: secretText(mark) }
  const library = `LIB-${mark}`
  for (const customId of [
    'SAME',
    'SCRATCH',
    library,
    ...operationsWithCustomId.library.map((name) => customIdFor(name, mark)),
  ])
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
  const background = { OWNER: 'red', OTHER: 'blue', NONES: 'gray' }[mark]
  const image = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
  const imageBase64 = image.toString('base64')
  const { id: poiId } = await item('poi', 'SAME', `POI-${mark}`, { ...poi, imageBase64 })
  const { id: textId } = await item('text', 'SAME', `TEXT-${mark}`, {})
  for (const name of operationsWithCustomId.item) await item('poi', 'SCRATCH', customIdFor(name, mark), poi)

  const guidebook = `GB-${mark}`
  const members = { routes: [{ link: routeId }], pois: [{ link: poiId }], texts: [{ link: textId }] }
  const book = {
    titles: names,
    imageBase64,
    stages: [{ number: 1, titles: names, ...members }],
  }
  await post('/content/guidebook', { account, customId: guidebook, ...book })
  for (const name of operationsWithCustomId.guidebook)
    await post('/content/guidebook', { account, customId: customIdFor(name, mark), titles: names })

  const releases = await Promise.all(
    Array.from({ length: ownedCodes }, (_, number) =>
      post<{ link: string }>('/content/release', {
        ...plainRelease(account, guidebook, downloadCodeOf(mark, number), seller.oid),
        devices: 9_999,
        sellerDownloadCode: downloadCodeOf(mark, 1000 + number),
      }),
    ),
  )
  const [release = '', spare = ''] = releases.map(({ link }) => link)
  const onDemandCode = downloadCodeOf(mark, 100)
  const onDemand = onDemandRelease(partner.oid, onDemandCode, 'SAME', seller.oid)
  onDemand.guidebook.stages = onDemand.guidebook.stages.map((stage) => ({ ...stage, routes: [] }))
  onDemand.guidebook.title = secretText(mark)
  onDemand.publish.startDate = day(2)
  onDemand.booking = { arrivalDate: day(2), departureDate: day(3) }
  await post('/content/release/ondemand', onDemand)

  const { id: userId } = await post<{ id: string }>('/account/users', {
    email: `${mark}@people.example`,
    name: secretText(mark),
    role: 'viewer',
  })

  const third = await createPartner(system, 'operator', `A friend of ${secretText(mark)}`)
  await connect(system, third, partner)
  const trip = await createContent(third, secretText(mark))
  const { body: shared } = await third.client.send<{ link: string }>(
    'POST',
    '/content/release',
    plainRelease(third.id, trip, downloadCodeOf(mark, 200), partner.oid),
  )
  await post('/account/webhook/ping')
  await eventually('the deliveries', 60_000, async () => {
    const { items } = await get<Found<{ state: string }>>('/account/webhook/deliveries')
    return items.length === 2 && items.every(({ state }) => state === 'delivered')
  })
  const deliveries = await get<Found<{ id: string }>>(`/account/webhook/deliveries?release=${shared.link}`)

  const sender = `bookings-${partner.id}@partner.guidebook.test`.toLowerCase()
  await impersonateTwice(system, account)
  await supportOf(system).send('PUT', `/admin/accounts/${account}/import`, {
    senders: [sender],
    columns: csvColumns,
    hotelColumns: [{ header: 'Hotel', library: 'SAME' }],
    period: { daysBeforeArrival: 3, daysAfterDeparture: 3 },
    format: { delimiter: ';', dateFormat: 'YYYY-MM-DD' },
    onExistingCode: 'report',
  })
  for (const number of [300, 302]) {
    const codes = [downloadCodeOf(mark, number), downloadCodeOf(mark, number + 1)]
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
    post<{ id: string }>(`/t/${release}/devices`, { deviceId: deviceIdOf(mark, number), name: secretText(mark) })
  const [device] = [await register(1), await register(2)]
  const attach = () =>
    post<{ id: string }>(`/content/release/${account}/${release}/documents`, {
      title: secretText(mark),
      traveller: secretText(mark),
      pdfBase64: schemas.emptyPdf,
    })
  const [document] = [await attach(), await attach()]
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
    userId,
    /** A release that another operator shared with this account; `deliveryId` is its delivery. */
    sharedRelease: shared.link,
    deliveryId: deliveries.items[0]?.id ?? '',
    runId: runs.items[0]?.id ?? '',
    /** A registered device of the release: the app's ID, and the operator's. */
    deviceId: deviceIdOf(mark, 1),
    device: device.id,
    document: document.id,
    image: nameIn(page, /\/images\/([^"/ ]+)/),
    gpxFile: nameIn(page, /\/gpx\/([^"/]+)\.gpx/),
    course: nameIn(page, /\/courses\/([^"/ ]+)/),
  }
}

function nameIn(page: string, pattern: RegExp): string {
  const name = pattern.exec(page)?.[1]
  if (name === undefined) throw new Error(`the page does not contain ${pattern}`)
  return decodeURIComponent(name)
}

/** Two entries, so that the list has a second page. Support needs a personal token for them. */
async function impersonateTwice(system: Description, account: string): Promise<void> {
  const name = `support-${randomUUID().slice(0, 8)}`
  const { body } = await supportOf(system).send<{ token: string }>('POST', '/admin/tokens', { name })
  const person = retryingClient(system.adminUrl, `Bearer ${body.token}`)
  for (const reason of ['first', 'second']) {
    await person.send('POST', `/admin/accounts/${account}/impersonations`, { role: 'viewer', reason })
  }
}
