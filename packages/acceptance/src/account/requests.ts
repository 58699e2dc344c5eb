/** For every operation, a request that succeeds when an account sends it for its own resources. */
import { type OperationId, schemas } from '@guidebook/contracts'
import type { Call } from '../contract/call.ts'
import { eventually } from '../eventually.ts'
import { day, onDemandRelease, plainRelease, waypoints } from '../trip.ts'
import { csvOf, deviceIdOf, type Fixtures } from './fixtures.ts'

type Prepare = (own: Fixtures) => Call | Promise<Call>

/** Unused custom IDs and codes. Equally long, so that responses can be compared byte by byte. */
let lastNumber = 100_000
export const freshName = () => `fresh-${++lastNumber}`
export const freshCode = () => 900_000_000 + ++lastNumber

const names = { en: 'Own resource' }
const same = { customId: 'SAME' }
const place = { lat: 46.6, lng: 8.1, icon: 'hut' }
const track = waypoints.slice(0, 4)

const created = async ({ client }: Fixtures, path: string, body?: object): Promise<{ id: string; link: string }> => {
  const answer = await client.send<{ id: string; link: string }>('POST', path, body)
  if (answer.status > 202) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const newItem = ({ id }: Fixtures) => ({ account: id, library: { customId: 'SCRATCH' }, customId: freshName(), names })
const newPoi = (own: Fixtures) => ({ ...newItem(own), ...place })
const newRoute = (own: Fixtures) => ({ ...newItem(own), attributes: {}, waypoints: track })

/** The preview of the guidebook once it is built. */
const withPreview = async (own: Fixtures): Promise<Call> => {
  const path = `/content/guidebook/${own.id}/${own.guidebook}/preview`
  const read = async () => (await own.client.send<{ state?: string }>('GET', path)).body.state
  if ((await read()) === undefined) await created(own, path)
  await eventually('a preview', 60_000, async () => (await read()) === 'completed')
  return { params: { account: own.id, customId: own.guidebook } }
}

const newUser = () => ({ email: `${freshName()}@people.example`, role: 'viewer' })

const membersOf = (own: Fixtures) => {
  const both = (id: string, customId: string) => [{ link: id }, { libraryCustomId: 'SAME', customId }]
  return {
    routes: both(own.routeId, 'ROUTE-1'),
    pois: both(own.poiId, 'POI-1'),
    texts: both(own.textId, 'TEXT-1'),
  }
}
const book = (own: Fixtures) => {
  const members = membersOf(own)
  return { account: own.id, titles: names, stages: [{ number: 1, ...members }], generalInfo: members.texts }
}
const asReferences = (items: object[]) => items.map((libraryReference) => ({ libraryReference }))

const onDemand = (own: Fixtures, code: number) => {
  const { routes, pois, texts } = membersOf(own)
  const part = { libraryCustomId: 'SAME', customId: 'ROUTE-1' }
  const { metadata, publish, guidebook } = onDemandRelease(own.oid, code, 'SAME', own.seller.oid)
  return {
    metadata: { ...metadata, sellerCode: freshCode(), guidebookTemplateCustomId: own.guidebook },
    publish: { ...publish, startDate: day(2) },
    booking: {
      arrivalDate: day(2),
      departureDate: day(4),
      accommodation: [{ stageNumber: 1, libraryReference: { libraryCustomId: 'SAME', customId: 'POI-1' } }],
    },
    guidebook: {
      title: guidebook.title,
      stages: [
        {
          number: 1,
          routes: [...asReferences(routes), { group: { name: 'Both', parts: [part] } }],
          pois: asReferences(pois),
          texts: asReferences(texts),
        },
      ],
      generalInfo: asReferences(texts),
    },
  }
}

const stay = { externalId: 'POI-1', libraryExternalId: 'SAME', arrivalDate: day(1), departureDate: day(2) }
const text = { externalId: 'TEXT-1', libraryExternalId: 'SAME' }
const releaseParams = ({ id, release }: Fixtures) => ({ account: id, release })
const change = (more: Record<string, string>, body?: unknown): Prepare => {
  return (own) => ({ params: { ...releaseParams(own), ...more }, ...(body === undefined ? {} : { body }) })
}
const pdfBase64 = schemas.emptyPdf
const newRelease = (own: Fixtures) => created(own, '/content/release', plainRelease(own.id, own.guidebook, freshCode()))

const period = { start: day(0), end: day(30) }
const trip = { start: day(1), end: day(3) }

export const requests: Partial<Record<OperationId, Prepare>> = {
  createLibrary: ({ id }) => ({ body: { account: id, customId: freshName(), names } }),
  updateLibrary: async (own) => {
    const customId = freshName()
    await created(own, '/content/library', { account: own.id, customId, names })
    return { params: { customId }, body: { account: own.id, customId: freshName(), names } }
  },
  readLibrary: ({ id, library }) => ({ params: { customId: library }, query: { account: id } }),
  listLibraries: ({ id }) => ({ query: { account: id, limit: '200' } }),

  createRoute: (own) => ({ body: newRoute(own) }),
  updateRoute: async (own) => ({
    params: { route_id: (await created(own, '/content/geodata/route', newRoute(own))).id },
    body: newItem(own),
  }),
  createPoi: (own) => ({ body: newPoi(own) }),
  updatePoi: ({ id }) => ({ body: { account: id, library: same, customId: 'POI-1', names } }),
  patchPoi: ({ id, poiId }) => ({ params: { geodata_id: poiId }, body: { account: id, tags: [] } }),
  createText: (own) => ({ body: newItem(own) }),
  updateText: ({ id }) => ({ body: { account: id, library: same, customId: 'TEXT-1', names } }),
  setExternalId: async (own) => ({
    params: { geodata_id: (await created(own, '/content/geodata/poi', newPoi(own))).id },
    body: { account: own.id, value: freshName() },
  }),
  readItem: ({ poiId }) => ({ params: { geodata_id: poiId } }),
  listItems: ({ id, mark }) => ({ query: { account: id, library: 'SAME', customId: `POI-${mark}`, limit: '200' } }),
  readItemGeojson: ({ poiId }) => ({ params: { geodata_id: poiId } }),
  readItemGpx: ({ poiId }) => ({ params: { geodata_id: poiId } }),
  readItemImage: ({ poiId }) => ({ params: { geodata_id: poiId } }),
  deleteItem: async (own) => {
    return { params: { geodata_id: (await created(own, '/content/geodata/poi', newPoi(own))).id } }
  },

  createGuidebook: (own) => ({ body: { ...book(own), customId: freshName() } }),
  replaceGuidebook: async (own) => {
    const customId = freshName()
    await created(own, '/content/guidebook', { account: own.id, customId, titles: names })
    return { params: { customId }, body: { ...book(own), customId: freshName() } }
  },
  readGuidebook: ({ id, guidebook }) => ({ params: { account: id, customId: guidebook } }),
  listGuidebooks: ({ id }) => ({ query: { account: id, limit: '200' } }),
  requestGuidebookPreview: ({ id, guidebook }) => ({ params: { account: id, customId: guidebook } }),
  readGuidebookPreview: withPreview,
  readGuidebookPreviewPage: withPreview,
  readGuidebookPreviewRoadbook: withPreview,
  readGuidebookCover: ({ id, guidebook }) => ({ params: { account: id, customId: guidebook } }),
  readAnalytics: ({ id, guidebook }) => ({ params: { account: id, customId: guidebook } }),

  createRelease: ({ id, guidebook, seller }) => ({
    body: {
      ...plainRelease(id, guidebook, freshCode(), seller.oid),
      sellerDownloadCode: freshCode(),
      accommodation: [stay],
      text: [text],
      additionalAssets: [{ type: 'GEO', externalId: 'POI-1', libraryExternalId: 'SAME' }],
    },
  }),
  readRelease: change({}),
  listReleases: ({ id }) => ({ params: { account: id }, query: { limit: '200' } }),
  exportReleases: ({ id }) => ({ params: { account: id } }),
  revokeRelease: async (own) => {
    const request = { ...plainRelease(own.id, own.guidebook, freshCode()), startdate: day(1) }
    const { link } = await created(own, '/content/release', request)
    return { params: { account: own.id, release: link } }
  },
  createOnDemandRelease: (own) => ({ body: onDemand(own, freshCode()) }),
  updateOnDemandRelease: (own) => ({ body: onDemand(own, own.onDemandCode) }),

  setReleaseDevices: change({ devices: '3' }),
  setReleasePeriod: change({}, period),
  setTripPeriod: change({}, trip),
  replaceAccommodation: change({}, { assets: [stay] }),
  setReleaseLanguage: change({ language: 'de' }),
  setAppChannel: change({ flag: '1' }),
  setPdfChannel: change({ flag: '1' }),
  setGpxChannel: change({ flag: '1' }),
  setReleaseDisabled: change({ flag: '0' }),
  setReleaseLocked: change({ flag: '0' }),
  setSellerCode: (own) => ({ params: { ...releaseParams(own), code: String(freshCode()) } }),
  listReleaseAudit: (own) => ({ params: releaseParams(own), query: { limit: '200' } }),
  listReleaseChanges: () => ({ query: { limit: '200' } }),
  readReleaseBuild: change({}),
  followReleaseBuild: change({}),
  requestReleaseBuild: change({}),
  diagnoseRelease: change({}),
  listDevices: change({}),
  removeDevice: async (own) => {
    const device = { deviceId: deviceIdOf(own.mark, 3), name: 'A lost phone' }
    return { params: { ...releaseParams(own), devices: (await created(own, `/t/${own.release}/devices`, device)).id } }
  },
  // A release has a limited number of documents.
  attachDocument: async (own) => ({
    params: { account: own.id, release: (await newRelease(own)).link },
    body: { title: 'Ticket', traveller: 'Anna', from: day(0), until: day(20), pdfBase64 },
  }),
  listDocuments: change({}),
  removeDocument: async (own) => {
    const path = `/content/release/${own.id}/${own.release}/documents`
    const { id } = await created(own, path, { title: 'An old ticket', pdfBase64 })
    return { params: { ...releaseParams(own), document: id } }
  },
  previewPage: change({}),
  previewRoadbook: change({}),
  previewGpx: change({}),

  readTripPage: ({ release }) => ({ params: { link: release } }),
  readTripPageIn: ({ release }) => ({ params: { link: release, language: 'en' } }),
  readTripRoadbook: ({ release }) => ({ params: { link: release } }),
  readTripGpx: ({ release }) => ({ params: { link: release } }),
  readTripGpxFile: ({ release, gpxFile }) => ({ params: { link: release, file: gpxFile } }),
  readTripCourse: ({ release, course }) => ({ params: { link: release, name: course } }),
  readTripMap: ({ release }) => ({ params: { link: release } }),
  readTripManifest: ({ release }) => ({ params: { link: release } }),
  readTripIcon: ({ release }) => ({ params: { link: release, name: 'apple-touch.png' } }),
  readTripScript: () => ({ params: { name: 'trip.js' } }),
  readTripImage: ({ release, image }) => ({ params: { link: release, name: image } }),

  readTripDocument: ({ release, document }) => ({ params: { link: release, document } }),
  readTripBundle: ({ release, deviceId }) => ({ params: { link: release }, headers: { 'device-id': deviceId } }),
  registerDevice: ({ mark, release }) => ({
    params: { link: release },
    body: { deviceId: deviceIdOf(mark, 2), name: 'A phone' },
  }),

  readOwnAccount: () => ({}),
  updateOwnAccount: () => ({ body: { emergencyPhone: '+41 81 000 00 00' } }),
  createKey: () => ({}),
  revokeKey: async (own) => ({ params: { key_id: (await created(own, '/account/keys')).id } }),

  previewLogo: () => ({ query: { address: 'https://logo.invalid/logo.png' } }),

  readUsage: () => ({}),
  readTranslationUsage: () => ({}),

  listUsers: () => ({}),
  listImpersonations: () => ({}),
  inviteUser: () => ({ body: newUser() }),
  changeUser: async (own) => ({
    params: { user_id: (await created(own, '/account/users', newUser())).id },
    body: { role: 'office' },
  }),
  removeUser: async (own) => ({ params: { user_id: (await created(own, '/account/users', newUser())).id } }),

  readWebhook: () => ({}),
  listDeliveries: ({ sharedRelease }) => ({ query: { release: sharedRelease } }),
  readDelivery: ({ deliveryId }) => ({ params: { delivery_id: deliveryId } }),
  replayDelivery: ({ deliveryId }) => ({ params: { delivery_id: deliveryId } }),
  replayDeliveries: () => ({ body: { state: 'failed', since: '2026-01-01T00:00:00Z' } }),
  pingWebhook: () => ({}),
  rotateWebhookSecret: () => ({}),

  listImports: () => ({}),
  readImportConfiguration: () => ({}),
  readImport: ({ runId }) => ({ params: { run: runId } }),
  previewImport: ({ guidebook }) => ({ file: csvOf([freshCode()], guidebook, 'POI-1') }),
  uploadImport: ({ guidebook }) => ({ file: csvOf([freshCode()], guidebook, 'POI-1') }),
}
