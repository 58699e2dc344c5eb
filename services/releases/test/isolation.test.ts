import { type Operation, operations } from '@guidebook/contracts'
import { expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { onDemandRequest, type Partner, releaseRequest } from './partner.ts'
import { aPdf } from './pdf-files.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

/** Headers that differ between any two responses. */
const comparable = ({ status, text, headers }: { status: number; text: string; headers: Headers }, link: string) => ({
  status,
  text: text.replaceAll(link, 'LINK').replace(/"requestId":"[^"]*"/, ''),
  type: headers.get('content-type'),
  etag: headers.get('etag'),
})

const bodies: Partial<Record<string, unknown>> = {
  setReleasePeriod: { start: '2026-07-01', end: '2026-12-31' },
  setTripPeriod: { start: '2026-07-02', end: '2026-07-03' },
  replaceAccommodation: { assets: [] },
  attachDocument: { title: 'Ticket', pdfBase64: aPdf().toString('base64') },
}
const ofOneRelease = Object.values(operations as Record<string, Operation>).filter(
  ({ service, audience, path }) => service === 'releases' && audience === 'partner' && path.includes('{release}'),
)

const ask = (partner: Partner, { id, method, path }: Operation, account: string, link: string) => {
  const address = path
    .replace('{account}', account)
    .replace('{release}', link)
    .replace('{devices}', '9')
    .replace('{document}', '9')
    .replace('{language}', 'fr')
    .replace('{flag}', '1')
    .replace('{code}', '77')
  const send = { GET: partner.get, POST: partner.post, PUT: partner.put, PATCH: partner.patch, DELETE: partner.delete }
  return send[method](address, bodies[id])
}

it.each(ofOneRelease.map((operation) => [operation.id, operation] as const))(
  '%s returns the same bytes for another account’s release as for an unknown one',
  async (_, operation) => {
    const [operator, other] = [fixture.newPartner(), fixture.newPartner()]
    const { link } = await operator.onDemand()
    const foreign = await ask(other, operation, other.account.id, link)
    const missing = await ask(other, operation, other.account.id, 'unknownRelease123456')
    expect(foreign.status).toBe(404)
    expect(comparable(foreign, link)).toEqual(comparable(missing, 'unknownRelease123456'))

    const byPath = await ask(other, operation, operator.account.id, link)
    expect([byPath.status, byPath.body.code]).toEqual([403, 'account-mismatch'])
    const { body } = await operator.get(operator.path({ link }, '/audit'))
    expect(body.items).toHaveLength(1)
  },
)

it('all operations on one release are covered by this test', () => {
  expect(ofOneRelease.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['readRelease', 'revokeRelease', 'setReleaseDevices', 'listReleaseAudit', 'previewPage']),
  )
})

it('lists, creations and updates never affect another account', async () => {
  const [operator, other] = [fixture.newPartner(), fixture.newPartner()]
  const release = await operator.onDemand()
  expect((await other.get(`/content/release/${operator.account.id}`)).status).toBe(403)
  expect((await other.post('/content/release', releaseRequest(operator.account.id))).status).toBe(403)
  const metadata = { operatorCode: release.downloadCode }
  const update = onDemandRequest(operator.account.oid, { metadata })
  expect((await other.put('/content/release/ondemand', update)).status).toBe(403)
  const own = onDemandRequest(other.account.oid, { metadata })
  expect((await other.put('/content/release/ondemand', own)).status).toBe(404)
  fixture.neighbours.guidebooks = fixture.neighbours.guidebooks.filter(({ account }) => account !== other.account.id)
  const borrowed = await other.post('/content/release', releaseRequest(other.account.id))
  expect(borrowed.body.code).toBe('guidebook-not-found')
})

it('only the services in the contract may call the internal operations', async () => {
  const { link } = await fixture.newPartner().release()
  const path = `/internal/releases/${link}/build-input?generation=1`
  expect((await fixture.asService('builder').get(path)).status).toBe(200)
  for (const service of ['gateway', 'importer', 'webhooks', 'geodata'] as const) {
    expect((await fixture.asService(service).get(path)).status, service).toBe(403)
  }
  expect((await fixture.asService('builder').get('/internal/audit?requestId=x')).status).toBe(403)
})
