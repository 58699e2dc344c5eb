/** What was written is read again, and compared with what was sent. */
import { normalizeRouteIcon, type Operation, type OperationId, operations } from '@guidebook/contracts'
import { expect } from 'vitest'
import type { Things } from '../../src/account/fixtures.ts'
import { type Call, type Caller, call } from '../../src/contract/call.ts'
import type { Body } from './rules.ts'

interface Reading {
  operation: Operation
  /** Where to read what the answer speaks of. */
  params(answer: Body, own: Things): Record<string, string>
  /** What must be found there of what was sent. */
  expected(sent: Body): Body
}

const item = (expected: Reading['expected'] = (sent) => sent): Reading => ({
  operation: operations.readItem,
  params: ({ id }) => ({ geodata_id: String(id) }),
  expected,
})
const library: Reading = {
  operation: operations.readLibrary,
  params: ({ customId }) => ({ customId: String(customId) }),
  expected: (sent) => sent,
}
/** Members are answered with what they are; how they are named in a request is another matter. */
const guidebook: Reading = {
  operation: operations.readGuidebook,
  params: ({ customId }, { id }) => ({ account: id, customId: String(customId) }),
  expected: ({ imageBase64: _, generalInfo: __, stages, ...sent }) => ({
    ...sent,
    stages: ((stages ?? []) as Body[])
      .map(({ number, titles = {} }) => ({ number, titles }))
      .sort((one, other) => Number(one.number) - Number(other.number)),
  }),
}
const release = (expected: Reading['expected']): Reading => ({
  operation: operations.readRelease,
  params: ({ link }, { id }) => ({ account: id, release: String(link) }),
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

/** A calculated figure stands where no other was sent; the icon is answered in its one spelling. */
const ofRoute = ({ attributes, icon, ...sent }: Body): Body => ({
  ...sent,
  attributes: Object.fromEntries(Object.entries(attributes ?? {}).filter(([, figure]) => figure)),
  ...(icon === undefined ? {} : { icon: { name: normalizeRouteIcon(String((icon as Body).name)) } }),
})

const readings: Partial<Record<OperationId, Reading>> = {
  createLibrary: library,
  updateLibrary: library,
  createRoute: item(ofRoute),
  updateRoute: item(ofRoute),
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
}

/** Fails when something that was accepted is not there as it was sent. */
export async function expectKept(caller: Caller, own: Things, id: string, sent: Call, answer: string): Promise<void> {
  const reading = readings[id as OperationId]
  if (reading === undefined) return
  const params = reading.params(JSON.parse(answer), own)
  const { status, text } = await call(caller, reading.operation, { params })
  // Such an ID is valid, but no path can name it (docs/decisions/0023).
  if (Object.values(params).some((value) => /[/\\]/.test(value))) return expect(status, text).toBe(400)
  expect(status, text).toBe(200)
  const wanted = JSON.parse(JSON.stringify(reading.expected(sent.body as Body)))
  expect(JSON.parse(text), `${id}: what was sent, read again`).toMatchObject(wanted)
}
