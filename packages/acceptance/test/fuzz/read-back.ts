/** Reads a resource after a write and compares it with the request. */
import { normalizeRouteIcon, type Operation, type OperationId, operations } from '@guidebook/contracts'
import { expect } from 'vitest'
import type { Fixtures } from '../../src/account/fixtures.ts'
import { type Call, type Caller, call } from '../../src/contract/call.ts'
import type { Body } from './rules.ts'

interface ReadBack {
  operation: Operation
  /** The parameters to read the resource of the response with, or the list that it is in. */
  params(response: Body, own: Fixtures, sent: Call): Record<string, string>
  query?: Record<string, string>
  /** The fields that the resource must contain after the request with this body. */
  expected(body: Body, sent: Call): Body
}

const item = (expected: ReadBack['expected'] = (sent) => sent): ReadBack => ({
  operation: operations.readItem,
  params: ({ id }) => ({ geodata_id: String(id) }),
  expected: ({ imageBase64, ...body }, sent) => ({
    ...expected(body, sent),
    ...(imageBase64 !== undefined && { image: imageBase64 === null ? null : { mediaType: 'image/png' } }),
  }),
})
const library: ReadBack = {
  operation: operations.readLibrary,
  params: ({ customId }) => ({ customId: String(customId) }),
  expected: (sent) => sent,
}
/** Responses contain the resolved content of stages, not the references that were sent. */
const guidebook: ReadBack = {
  operation: operations.readGuidebook,
  params: ({ customId }, { id }) => ({ account: id, customId: String(customId) }),
  expected: ({ imageBase64: _, generalInfo: __, stages, ...sent }) => ({
    ...sent,
    stages: ((stages ?? []) as Body[])
      .map(({ number, titles = {} }) => ({ number, titles }))
      .sort((one, other) => Number(one.number) - Number(other.number)),
  }),
}
const release = (expected: ReadBack['expected']): ReadBack => ({
  operation: operations.readRelease,
  params: ({ link }, { id }) => ({ account: id, release: String(link) }),
  expected,
})
const flag = (field: string) => release((_, { params }) => ({ [field]: params?.flag === '1' }))
const person = (expected: ReadBack['expected']): ReadBack => ({
  operation: operations.listUsers,
  params: () => ({}),
  expected,
})
const onDemand = release(({ metadata, publish, booking, guidebook }) => {
  const { operatorCode, lang } = metadata as Body
  const { startDate, endDate, devices, app = true, gpx = true } = publish as Body
  const { arrivalDate = null, departureDate = null } = (booking ?? {}) as Body
  return {
    downloadCode: operatorCode,
    lang,
    startdate: startDate,
    enddate: endDate,
    arrivaldate: arrivalDate,
    departuredate: departureDate,
    devices,
    appEnabled: app,
    gpxEnabled: gpx,
    bundleName: (guidebook as Body).title,
  }
})

/** Figures that were not sent are calculated; the icon is normalised. */
const expectedRoute = ({ attributes, icon, ...sent }: Body): Body => ({
  ...sent,
  attributes: Object.fromEntries(Object.entries(attributes ?? {}).filter(([, figure]) => figure)),
  ...(icon === undefined ? {} : { icon: { name: normalizeRouteIcon(String((icon as Body).name)) } }),
})

const readBacks: Partial<Record<OperationId, ReadBack>> = {
  createLibrary: library,
  updateLibrary: library,
  createRoute: item(expectedRoute),
  updateRoute: item(expectedRoute),
  createPoi: item(),
  updatePoi: item(({ category: _, tags: __, ...sent }) => sent),
  patchPoi: item(),
  createText: item(),
  updateText: item(),
  setExternalId: item(({ value }) => ({ customId: value })),
  createGuidebook: guidebook,
  replaceGuidebook: guidebook,
  createRelease: release(({ account: _, guidebookExternalId: __, resellerOid, ...sent }) => ({
    ...sent,
    ...(resellerOid === undefined ? {} : { seller: { oid: resellerOid } }),
  })),
  createOnDemandRelease: onDemand,
  updateOnDemandRelease: onDemand,
  setReleasePeriod: release(({ start, end }) => ({ startdate: start, enddate: end })),
  setTripPeriod: release(({ start, end }) => ({ arrivaldate: start, departuredate: end })),
  replaceAccommodation: release(({ assets }) => ({ accommodation: assets })),
  setReleaseDevices: release((_, { params }) => ({ devices: Number(params?.devices) })),
  setReleaseLanguage: release((_, { params }) => ({ lang: params?.language })),
  setSellerCode: release((_, { params }) => ({ sellerDownloadCode: Number(params?.code) })),
  setAppChannel: flag('appEnabled'),
  setPdfChannel: flag('pdfEnabled'),
  setGpxChannel: flag('gpxEnabled'),
  setReleaseDisabled: flag('disabled'),
  setReleaseLocked: flag('locked'),
  attachDocument: {
    operation: operations.listDocuments,
    params: (_, { id }, { params }) => ({ account: id, release: String(params?.release) }),
    expected: ({ pdfBase64: _, ...sent }) => sent,
  },
  registerDevice: {
    operation: operations.listDevices,
    params: (_, { id }, { params }) => ({ account: id, release: String(params?.link) }),
    // More than the tests register.
    query: { limit: '200' },
    expected: ({ name }) => ({ name }),
  },
  inviteUser: person(({ email, name, role }) => ({ email: String(email).toLowerCase(), name, role })),
  changeUser: person(({ role }) => ({ role })),
  updateOwnAccount: { operation: operations.readOwnAccount, params: () => ({}), expected: (sent) => sent },
  uploadImport: {
    operation: operations.readImport,
    params: ({ id }) => ({ run: String(id) }),
    expected: (_, { query }) => ({ fileName: query?.fileName ?? null, test: query?.test === 'true' }),
  },
}

/** Writes after which no read returns what was sent: they remove something, or begin work. */
const withoutReadBack: ReadonlySet<string> = new Set<OperationId>([
  ...(['deleteItem', 'revokeRelease', 'removeDevice', 'removeDocument', 'revokeKey', 'removeUser'] as const),
  ...(['requestGuidebookPreview', 'requestReleaseBuild', 'previewImport'] as const),
  ...(['replayDelivery', 'replayDeliveries'] as const),
])

/** Fails unless a read with the account's key returns what the accepted request contained. */
export async function expectReadBack(
  caller: Caller,
  own: Fixtures,
  id: string,
  sent: Call,
  answer: string,
): Promise<void> {
  const readBack = readBacks[id as OperationId]
  if (readBack === undefined) {
    if (operations[id as OperationId].method === 'GET' || withoutReadBack.has(id)) return
    throw new Error(`${id} has no read after the write. Add one to test/fuzz/read-back.ts.`)
  }
  const response = JSON.parse(answer)
  const { operation, query = {}, expected } = readBack
  const params = readBack.params(response, own, sent)
  const { status, text } = await call({ ...caller, key: own.key }, operation, { params, query })
  // Such an ID is valid, but cannot be in a path (docs/decisions/0023).
  if (Object.values(params).some((value) => /[/\\]/.test(value))) return expect(status, text).toBe(400)
  expect(status, text).toBe(200)
  const read = JSON.parse(text)
  const resource = Array.isArray(read.items) ? read.items.find((one: Body) => one.id === response.id) : read
  const written = JSON.parse(JSON.stringify(expected(sent.body as Body, sent)))
  expect(resource, `${id}: read after write`).toMatchObject(written)
}
