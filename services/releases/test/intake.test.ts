import { randomUUID } from 'node:crypto'
import type { MessageData, ReleaseRequest } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { addGuidebook } from './neighbours.ts'
import { type Partner, releaseRequest } from './partner.ts'

let fixture: Fixture
let settled: { data: MessageData<'release.create-settled.v1'> }[]
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
  settled = await fixture.bus.hear('importer', 'release.create-settled.v1')
})

type Fields = Record<string, unknown>
const commandOf = (partner: Partner, fields: Fields, onExistingCode: 'report' | 'change' = 'report') => ({
  account: partner.account.id,
  commandId: randomUUID(),
  onExistingCode,
  request: releaseRequest(partner.account.id, fields) as ReleaseRequest,
})
const order = async (
  partner: Partner,
  fields: Fields = {},
  onExistingCode: 'report' | 'change' = 'report',
  sent: { actor?: string; time?: Date } = {},
) => {
  const command = commandOf(partner, fields, onExistingCode)
  await fixture.bus.send('release.create-requested.v1', command, sent)
  const { data } = await eventually(() => settled.find((message) => message.data.commandId === command.commandId))
  return data
}
/** The time of a message that was sent so long ago. */
const minutesAgo = (minutes: number) => ({ time: new Date(fixture.clock.now().getTime() - minutes * 60_000) })
const createdMinutesAgo = (link: string, minutes: number) =>
  fixture.database
    .knex('releases')
    .where({ link })
    .update({ created_at: minutesAgo(minutes).time })
const overtaken = {
  status: 'failed',
  faults: [
    {
      code: 'download-code-taken',
      message:
        'This row is too old: a later row with this code was applied, or the release was created or changed later.',
    },
  ],
}
const releasesOf = async (partner: Partner) => (await partner.get(`/content/release/${partner.account.id}`)).body.items

describe('a row of an import', () => {
  it('becomes a release', async () => {
    const operator = fixture.newPartner()
    const outcome = await order(operator, { downloadCode: 4_001 })
    expect(outcome).toMatchObject({ status: 'created', downloadCode: 4_001, faults: [] })
    const [release] = await releasesOf(operator)
    expect(release).toMatchObject({ link: outcome.link, downloadCode: 4_001 })
    const { body } = await operator.get(operator.path(release, '/audit'))
    expect(body.items).toMatchObject([{ actor: 'importer', action: 'release.created' }])
  })

  it('names in the log the person who uploaded its file, when it creates, shares or changes a release', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const actor = 'user:anna@account.example'
    const changed = [{ downloadCode: 4_002 }, { downloadCode: 4_003, resellerOid: seller.account.oid }].flatMap(
      (fields) => [fields, { ...fields, devices: 7 }],
    )
    for (const fields of changed)
      expect(await order(operator, fields, 'change', { actor })).toMatchObject({ faults: [] })
    for (const release of await releasesOf(operator)) {
      const { items } = (await operator.get(operator.path(release, '/audit'))).body
      const actions = release.seller === null ? ['release.created'] : ['release.created', 'release.shared']
      expect(items.map((entry: Fields) => [entry.actor, entry.action]).toSorted()).toEqual(
        ['release.changed-by-import', ...actions].map((action) => [actor, action]),
      )
    }
  })

  it('with faults gets all of them and creates nothing', async () => {
    const operator = fixture.newPartner()
    const outcome = await order(operator, { guidebookExternalId: 'NONE', arrivaldate: '2026-01-01' })
    expect(outcome).toMatchObject({ status: 'failed', link: null })
    expect(outcome.faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/arrivaldate', 'trip-outside-period'],
      ['/guidebookExternalId', 'guidebook-not-found'],
    ])
    expect(await releasesOf(operator)).toEqual([])
  })

  it('that is repeated in one message or in several has one effect and always the same result', async () => {
    const operator = fixture.newPartner()
    const command = commandOf(operator, {})
    const id = randomUUID()
    const answers = () => settled.filter(({ data }) => data.commandId === command.commandId).map(({ data }) => data)
    await Promise.all([
      fixture.bus.send('release.create-requested.v1', command, { id }),
      fixture.bus.send('release.create-requested.v1', command, { id }),
      fixture.bus.send('release.create-requested.v1', command),
    ])
    await eventually(() => answers().length >= 2)
    await fixture.bus.send('release.create-requested.v1', command)
    await eventually(() => answers().length >= 3)
    for (const answer of answers()) expect(answer).toEqual(answers()[0])
    expect(answers()[0]?.status).toBe('created')
    expect(await releasesOf(operator)).toHaveLength(1)
  })

  it('of an unknown account, for another account, or in an invalid message is dead-lettered', async () => {
    const [operator, other] = [fixture.newPartner(), fixture.newPartner()]
    const command = commandOf(operator, {})
    await fixture.bus.send('release.create-requested.v1', { ...command, account: other.account.id })
    const nobody = randomUUID()
    const request = releaseRequest(nobody) as ReleaseRequest
    await fixture.bus.send('release.create-requested.v1', { ...command, account: nobody, request })
    await fixture.bus.sendRaw('release.create-requested.v1', Buffer.from('[]'))
    await fixture.bus.deadLetters('releases', 'release.create-requested.v1', 3)
    expect((await order(operator)).status).toBe('created')
  })

  it('whose seller’s code is taken fails at that field', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    await seller.release({ downloadCode: 66 })
    const outcome = await order(operator, { resellerOid: seller.account.oid, sellerDownloadCode: 66 })
    expect(outcome).toMatchObject({
      status: 'failed',
      faults: [{ pointer: '/sellerDownloadCode', code: 'download-code-taken' }],
    })
  })
})

describe('a row whose code exists', () => {
  it('is reported if the account is configured so', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const outcome = await order(operator, { downloadCode: release.downloadCode, devices: 9 })
    expect(outcome).toMatchObject({
      status: 'failed',
      link: release.link,
      faults: [{ pointer: '/downloadCode', code: 'download-code-taken' }],
    })
    expect((await operator.get(operator.path(release))).body.devices).toBe(2)
  })

  it('is applied as a change if the account is configured so, and reports when nothing changed', async () => {
    const operator = fixture.newPartner()
    addGuidebook(fixture.neighbours, operator.account.id, 'GB-2', { en: 'The other way' })
    const { downloadCode, link } = await operator.release()
    const accommodation = [{ externalId: 'H-1', libraryExternalId: 'HOTELS' }]
    const fields = { downloadCode, devices: 9, enddate: '2026-09-30', guidebookExternalId: 'GB-2', accommodation }
    expect(await order(operator, fields, 'change')).toMatchObject({ status: 'changed', link, faults: [] })
    const { body } = await operator.get(operator.path({ link }))
    expect(body).toMatchObject({
      devices: 9,
      enddate: '2026-09-30',
      bundleName: 'The other way',
      customized: true,
      accommodation: [{ externalId: 'H-1' }],
    })
    expect(await order(operator, fields, 'change')).toMatchObject({ status: 'unchanged', link })
    const audit = await operator.get(operator.path({ link }, '/audit'))
    expect(audit.body.items).toMatchObject([
      { action: 'release.changed-by-import', before: { devices: 2 }, after: { devices: 9 } },
      { action: 'release.created' },
    ])
    const input = await fixture.asService('builder').get(`/internal/releases/${link}/build-input?generation=2`)
    expect(input.body.guidebook.id).toBe(body.guidebookInternalId)
  })

  it('changes only what the row states: texts, assets and the hotels of other nights stay', async () => {
    const operator = fixture.newPartner()
    const hotel = (externalId: string, arrivalDate: string, departureDate: string) => ({
      ...{ externalId, libraryExternalId: 'HOTELS', arrivalDate, departureDate },
    })
    const text = [{ externalId: 'T-1', libraryExternalId: 'TEXTS' }]
    const additionalAssets = [{ type: 'GEO', externalId: 'G-1', libraryExternalId: 'GEO' }]
    const first = hotel('H-1', '2026-07-01', '2026-07-03')
    const last = hotel('H-2', '2026-07-03', '2026-07-04')
    const trip = { arrivaldate: '2026-07-01', departuredate: '2026-07-04' }
    const { downloadCode, link } = await operator.release({
      ...trip,
      accommodation: [first, last],
      text,
      additionalAssets,
    })
    const record = async () => (await operator.get(operator.path({ link }))).body
    const stored = await record()

    expect(await order(operator, { ...trip, downloadCode }, 'change')).toMatchObject({ status: 'unchanged', link })
    expect((await order(operator, { ...trip, downloadCode, devices: 9 }, 'change')).status).toBe('changed')
    const { accommodation, text: texts, additionalAssets: assets, devices } = await record()
    expect({ accommodation, texts, assets, devices }).toEqual({
      accommodation: stored.accommodation,
      texts: stored.text,
      assets: stored.additionalAssets,
      devices: 9,
    })

    const other = hotel('H-3', '2026-07-02', '2026-07-03')
    await order(operator, { ...trip, downloadCode, devices: 9, accommodation: [other] }, 'change')
    expect((await record()).accommodation).toMatchObject([other, last])
  })

  it('of a trip of one day replaces its hotel, however often it is repeated', async () => {
    const operator = fixture.newPartner()
    const day = '2026-07-10'
    const { downloadCode, link } = await operator.release({ arrivaldate: day, departuredate: day })
    const imported = async (externalId: string) => {
      const accommodation = [{ externalId, libraryExternalId: 'HOTELS', arrivalDate: day, departureDate: day }]
      const row = { downloadCode, arrivaldate: day, departuredate: day, accommodation }
      const { status } = await order(operator, row, 'change')
      const { body } = await operator.get(operator.path({ link }))
      return [status, body.accommodation.map((stay: Fields) => stay.externalId)]
    }
    expect(await imported('H-1')).toEqual(['changed', ['H-1']])
    expect(await imported('H-1')).toEqual(['unchanged', ['H-1']])
    expect(await imported('H-2')).toEqual(['changed', ['H-2']])
  })

  it('that moves the trip leaves no hotel of the earlier days; otherwise hotels stay within the period', async () => {
    const operator = fixture.newPartner()
    const period = { startdate: '2026-06-15', enddate: '2026-07-31' }
    const [first, moved] = [
      { ...period, arrivaldate: '2026-07-01', departuredate: '2026-07-06' },
      { ...period, arrivaldate: '2026-07-04', departuredate: '2026-07-09' },
    ]
    const hotel = (externalId: string, arrivalDate?: string, departureDate?: string) => ({
      ...{ externalId, libraryExternalId: 'HOTELS', arrivalDate, departureDate },
    })
    const before = hotel('BEFORE', '2026-06-30', '2026-07-01')
    const always = hotel('ALWAYS')
    const accommodation = [before, hotel('A', '2026-07-01', '2026-07-04'), hotel('B', '2026-07-04', '2026-07-06')]
    const staysOf = async ({ link }: { link: string }) =>
      (await operator.get(operator.path({ link }))).body.accommodation.map(
        ({ externalId, arrivalDate }: ReturnType<typeof hotel>) => `${externalId} ${arrivalDate?.slice(5) ?? ''}`,
      )
    const change = async ({ downloadCode }: { downloadCode: number }, fields: Fields) =>
      (await order(operator, { downloadCode, ...fields }, 'change')).status

    const release = await operator.release({ ...first, accommodation })
    expect(await change(release, first)).toBe('unchanged')
    const moves = [hotel('A', '2026-07-04', '2026-07-07'), hotel('B', '2026-07-07', '2026-07-09')]
    expect(await change(release, { ...moved, accommodation: moves })).toBe('changed')
    expect(await staysOf(release)).toEqual(['A 07-04', 'B 07-07'])
    expect(await change(release, { ...moved, accommodation: moves })).toBe('unchanged')
    const audit = await operator.get(operator.path(release, '/audit'))
    expect(audit.body.items[0]).toMatchObject({
      before: { accommodation: [{ externalId: 'BEFORE' }, { externalId: 'A' }, { externalId: 'B' }] },
      after: { accommodation: [{ arrivalDate: '2026-07-04' }, { arrivalDate: '2026-07-07' }] },
    })

    // A row without hotels.
    const other = await operator.release({ ...first, accommodation: [...accommodation, always] })
    expect(await change(other, moved)).toBe('changed')
    expect(await staysOf(other)).toEqual(['B 07-04', 'ALWAYS '])

    const shortened = await operator.release({ ...first, accommodation })
    expect(await change(shortened, { ...first, startdate: '2026-07-01' })).toBe('changed')
    expect(await staysOf(shortened)).toEqual(['A 07-01', 'B 07-04'])
  })

  it('does nothing when a row that was sent later has been applied, also when its release was revoked meanwhile', async () => {
    const operator = fixture.newPartner()
    const { downloadCode, link } = await operator.release()
    await createdMinutesAgo(link, 60)
    const devices = async () => (await operator.get(operator.path({ link }))).body.devices
    const row = (count: number, minutes: number) =>
      order(operator, { downloadCode, devices: count }, 'change', minutesAgo(minutes))

    expect((await row(7, 40)).status).toBe('changed')
    expect((await row(9, 10)).status).toBe('changed')
    expect(await row(3, 30)).toMatchObject(overtaken)
    expect(await devices()).toBe(9)
    expect((await row(4, 9)).status).toBe('changed')

    await operator.delete(operator.path({ link }))
    expect(await row(3, 30)).toMatchObject(overtaken)
    expect(await releasesOf(operator)).toEqual([])
    expect((await row(3, 8)).status).toBe('created')
  })

  it('does nothing when its release was created or changed otherwise after it was sent', async () => {
    const operator = fixture.newPartner()
    const { downloadCode, link } = await operator.release()
    const row = (minutes: number) => order(operator, { downloadCode, devices: 7 }, 'change', minutesAgo(minutes))
    expect(await row(30)).toMatchObject({ ...overtaken, link })
    await createdMinutesAgo(link, 60)
    await operator.patch(operator.path({ link }, '/devices/4'))
    expect(await row(30)).toMatchObject({ ...overtaken, link })
    expect((await operator.get(operator.path({ link }))).body.devices).toBe(4)

    const changes = fixture.database.knex('audit_entries').where({ account: operator.account.id })
    await changes.where({ action: 'devices.changed' }).update({ at: minutesAgo(40).time })
    expect((await row(30)).status).toBe('changed')
  })

  it('changes a release that an earlier row created after it was sent', async () => {
    const operator = fixture.newPartner()
    const row = (devices: number, minutes: number) =>
      order(operator, { downloadCode: 4_004, devices }, 'change', minutesAgo(minutes))
    expect((await row(2, 30)).status).toBe('created')
    expect((await row(7, 20)).status).toBe('changed')
  })

  it('cannot change a release that is locked, on demand, or another account’s', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const locked = await operator.release()
    await operator.patch(operator.path(locked, '/locked/1'))
    const onDemand = await operator.onDemand()
    const sold = await operator.release({ resellerOid: seller.account.oid })
    const codeOf = async (partner: Partner, downloadCode: number | null) =>
      (await order(partner, { downloadCode, devices: 9 }, 'change')).faults.map(({ code }) => code)
    expect(await codeOf(operator, locked.downloadCode)).toEqual(['release-locked'])
    expect(await codeOf(operator, onDemand.downloadCode)).toEqual(['download-code-taken'])
    const ofSeller = await order(seller, { downloadCode: sold.sellerDownloadCode }, 'change')
    expect(ofSeller).toMatchObject({ link: null, faults: [{ code: 'download-code-taken' }] })
  })
})

describe('a check', () => {
  const check = async (partner: Partner, fields: Fields, onExistingCode?: 'report' | 'change') => {
    const account = partner.account.id
    const { status, body } = await fixture
      .asService('importer')
      .post('/internal/releases/check', { account, onExistingCode, request: releaseRequest(account, fields) })
    expect(status).toBe(200)
    return body
  }

  it('returns the result of the request without an effect', async () => {
    const operator = fixture.newPartner()
    expect(await check(operator, {})).toEqual({ status: 'created', faults: [], existing: null })
    expect((await check(operator, { enddate: '2026-01-01' })).faults).toMatchObject([{ code: 'period-reversed' }])
    expect(await releasesOf(operator)).toEqual([])
  })

  it('returns the release with the code, but not one that the account only sells', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const release = await operator.release({ resellerOid: seller.account.oid })
    const { link, downloadCode, sellerDownloadCode } = release
    expect(await check(operator, { downloadCode })).toMatchObject({
      status: 'failed',
      faults: [{ code: 'download-code-taken' }],
      existing: { link },
    })
    expect((await check(operator, { downloadCode, devices: 9 }, 'change')).status).toBe('changed')
    expect(await check(seller, { downloadCode: sellerDownloadCode })).toMatchObject({
      faults: [{ code: 'download-code-taken' }],
      existing: null,
    })
  })

  it('foresees that a locked release and one on demand are not changed, and lists this with the faults of the row', async () => {
    const operator = fixture.newPartner()
    const locked = await operator.release()
    await operator.patch(operator.path(locked, '/locked/1'))
    const onDemand = await operator.onDemand()
    const faultsOf = async ({ downloadCode }: { downloadCode: number }, fields: Fields = {}) =>
      (await check(operator, { downloadCode, ...fields }, 'change')).faults.map(({ code }: { code: string }) => code)
    expect(await faultsOf(locked)).toEqual(['release-locked'])
    expect(await faultsOf(onDemand)).toEqual(['download-code-taken'])
    expect(await faultsOf(locked, { guidebookExternalId: 'NONE' })).toEqual(['guidebook-not-found', 'release-locked'])
  })
})
