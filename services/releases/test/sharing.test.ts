import type { MessageData } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { expect } from 'vitest'
import { connect, disconnect } from './accounts.ts'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { onDemandRequest, releaseRequest } from './partner.ts'

let fixture: Fixture
let messages: { data: MessageData<'release.shared.v1'> }[]
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
  messages = await fixture.bus.hear('webhooks', 'release.shared.v1')
})

it('a release for a reseller is shared once, with the full record, and the seller gets a mail', async () => {
  const operator = fixture.newPartner({ name: 'Alpine Walks' })
  const seller = fixture.newSeller(operator, {
    primaryColor: '#112233',
    defaultLang: 'de',
    iosUrl: 'https://app.example',
  })
  const release = await operator.release({ resellerOid: seller.account.oid, sellerDownloadCode: 77 })
  expect(release).toMatchObject({
    sellerDownloadCode: 77,
    primaryColor: '#112233',
    iosUrl: 'https://app.example',
    provider: { oid: operator.account.oid },
    seller: { oid: seller.account.oid, type: 'reseller', color: '#112233' },
  })
  const message = await eventually(() => messages.find(({ data }) => data.record.id === release.id))
  expect(message.data).toEqual({ account: seller.account.id, generation: 1, record: release })

  const [mail, ...more] = await fixture.mailsTo(seller.account.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Alpine Walks hat „Over the passes“ mit Ihnen geteilt')
  expect(mail?.text).toContain(release.url)
  expect(mail?.text).toContain('77')

  await operator.patch(operator.path(release, '/devices/5'))
  await operator.patch(operator.path(release, '/lang/de'))
  // Its message would follow one of the changes.
  const next = await operator.release({ resellerOid: seller.account.oid })
  await eventually(() => messages.find(({ data }) => data.record.id === next.id))
  expect(messages.filter(({ data }) => data.record.id === release.id)).toHaveLength(1)
  expect(await fixture.mailsTo(seller.account.email)).toHaveLength(2)
  const { body } = await operator.get(operator.path(release, '/audit'))
  expect(body.items.map(({ action }: { action: string }) => action)).toContain('release.shared')
})

it('a generated code for the seller has nine digits', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const release = await operator.release({ resellerOid: seller.account.oid })
  expect(String(release.sellerDownloadCode)).toMatch(/^[1-9]\d{8}$/)
})

it('the seller can read, find and preview the release with its own account, but not change it or read its log', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const release = await operator.release({ resellerOid: seller.account.oid })
  const read = await seller.get(seller.path(release))
  expect(read.body).toEqual(release)
  const list = await seller.get(`/content/release/${seller.account.id}?downloadCode=${release.sellerDownloadCode}`)
  expect(list.body.items).toEqual([release])
  const missing = await seller.get(seller.path({ link: 'unknown' }))
  for (const answer of [
    await seller.patch(seller.path(release, '/devices/9')),
    await seller.delete(seller.path(release)),
    await seller.get(seller.path(release, '/audit')),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([missing.status, missing.body.code])
  }
})

it('the seller can change only its own code, and the operator can change it too', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const [release, other] = [
    await operator.release({ resellerOid: seller.account.oid, sellerDownloadCode: 501 }),
    await operator.release({ resellerOid: seller.account.oid, sellerDownloadCode: 502 }),
  ]
  const changed = await seller.patch(seller.path(release, '/sellercode/503'))
  expect([changed.status, changed.body]).toEqual([200, { ...release, sellerDownloadCode: 503 }])
  const taken = await seller.patch(seller.path(other, '/sellercode/503'))
  expect([taken.status, taken.body.errors]).toMatchObject([409, [{ pointer: '/code', code: 'download-code-taken' }]])
  expect((await seller.get(seller.path(other))).body).toEqual(other)
  expect((await operator.patch(operator.path(other, '/sellercode/501'))).body.sellerDownloadCode).toBe(501)
  const { body } = await operator.get(operator.path(release, '/audit?limit=1'))
  expect(body.items[0]).toMatchObject({
    // Not the seller's person or key.
    actor: `seller:${seller.account.oid}`,
    action: 'seller-code.changed',
    before: { sellerDownloadCode: 501 },
    after: { sellerDownloadCode: 503 },
  })
  const own = await operator.get(operator.path(other, '/audit?limit=1'))
  expect(own.body.items[0].actor).toBe('gbk_live_abc')
  await operator.patch(operator.path(release, '/locked/1'))
  expect((await seller.patch(seller.path(release, '/sellercode/504'))).body.code).toBe('release-locked')
  const unshared = await operator.release()
  expect((await operator.patch(operator.path(unshared, '/sellercode/505'))).status).toBe(404)
  expect((await seller.patch(seller.path(unshared, '/sellercode/505'))).status).toBe(404)
})

it('a new connection is valid before its message arrives', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newPartner({ type: 'reseller' })
  const request = () => releaseRequest(operator.account.id, { resellerOid: seller.account.oid })
  expect((await operator.post('/content/release', request())).body.code).toBe('partner-not-connected')
  connect(operator.account, seller.account)
  expect((await operator.post('/content/release', request())).status).toBe(201)
})

it('a removed connection is invalid before its message arrives, and the copy decides while the gateway is unavailable', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const share = () =>
    operator.post('/content/release', releaseRequest(operator.account.id, { resellerOid: seller.account.oid }))
  const shareOnDemand = () =>
    operator.post(
      '/content/release/ondemand',
      onDemandRequest(operator.account.oid, { metadata: { seller: seller.account.oid } }),
    )
  const first = await share()
  expect(first.status).toBe(201)
  disconnect(operator.account, seller.account)
  fixture.gateway.down()
  try {
    expect((await share()).status).toBe(201)
  } finally {
    fixture.gateway.up()
  }
  for (const [answer, pointer] of [
    [await share(), '/resellerOid'],
    [await shareOnDemand(), '/metadata/seller'],
  ] as const) {
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer, code: 'partner-not-connected' }]])
  }
  expect(await fixture.mailsTo(seller.account.email)).toHaveLength(2)
  // What was shared stays shared.
  expect((await seller.get(seller.path(first.body))).status).toBe(200)
})

it('an unknown account, an unconnected one and the account itself get the same error', async () => {
  const operator = fixture.newPartner()
  const unconnected = fixture.newPartner({ type: 'reseller' })
  for (const resellerOid of ['ZZ9', unconnected.account.oid, operator.account.oid]) {
    const { status, body } = await operator.post(
      '/content/release',
      releaseRequest(operator.account.id, { resellerOid }),
    )
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: '/resellerOid', code: 'partner-not-connected', message: 'Must be the OID of a connected account.' }],
    ])
  }
})

it('a code for the seller requires a seller', async () => {
  const operator = fixture.newPartner()
  const { body } = await operator.post(
    '/content/release',
    releaseRequest(operator.account.id, { sellerDownloadCode: 5 }),
  )
  expect(body.errors).toMatchObject([{ pointer: '/resellerOid', code: 'required-field' }])
})

it('an update that adds a seller shares the release, and a repeat does not share it again', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const release = await operator.onDemand()
  const update = async (metadata: Record<string, unknown>) => {
    const request = onDemandRequest(operator.account.oid, {
      metadata: { operatorCode: release.downloadCode, ...metadata },
    })
    const { status, body } = await operator.put('/content/release/ondemand', request)
    expect(status).toBe(200)
    return body
  }
  const named = await update({ seller: seller.account.oid })
  expect(named.seller.oid).toBe(seller.account.oid)
  const kept = await update({ seller: seller.account.oid })
  expect(kept.sellerDownloadCode).toBe(named.sellerDownloadCode)
  const without = await update({})
  expect([without.seller, without.sellerDownloadCode]).toEqual([null, null])
  const again = await update({ seller: seller.account.oid, sellerCode: 4_711 })
  expect(again.sellerDownloadCode).toBe(4_711)

  await eventually(() => messages.find(({ data }) => data.record.id === release.id))
  const marker = await operator.release({ resellerOid: seller.account.oid })
  await eventually(() => messages.find(({ data }) => data.record.id === marker.id))
  expect(messages.filter(({ data }) => data.record.id === release.id)).toHaveLength(1)
  expect(await fixture.mailsTo(seller.account.email)).toHaveLength(2)
})
