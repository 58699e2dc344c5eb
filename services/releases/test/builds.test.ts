import { randomUUID } from 'node:crypto'
import type { ReleaseRecord } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import type { Partner } from './partner.ts'
import { aBuild, aGuidebook, publish, storeArtifacts } from './published.ts'

// cspell:ignore Die Erstellung Der Ein Fehler Fragen Sie angegebener den einem endete gefunden nicht unerwarteten weggelassen wurde Inhalt

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const read = async (partner: Partner, release: ReleaseRecord, rest = '') =>
  (await partner.get(partner.path(release, rest))).body
const auditOf = async (partner: Partner, release: ReleaseRecord) =>
  (await read(partner, release, '/audit')).items as {
    action: string
    severity: string
    code: string
    message: string
  }[]
const buildIs = (partner: Partner, release: ReleaseRecord, state: string) =>
  eventually(async () => (await read(partner, release, '/build')).state === state)
const warning = (severity: 'info' | 'warning' | 'error', message: string, externalId: string | null = null) => ({
  severity,
  message,
  externalId,
  code: 'reference-missing',
  pointer: null,
})
const progress = (release: ReleaseRecord, sequence: number, generation = 1) => ({
  ...aBuild(release, generation),
  sequence,
  step: `step-${sequence}`,
  percent: sequence * 10,
  message: null,
  warnings: [warning('warning', `Warning ${sequence}`)],
})
const failure = (release: ReleaseRecord, willRetry: boolean, generation = 1) => ({
  ...aBuild(release, generation),
  code: 'internal-error',
  message: 'The renderer stopped.',
  willRetry,
  steps: [{ step: 'input', ms: 5 }],
})

describe('a completed build', () => {
  it('makes the documents available and is audited with its warnings', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand()
    expect(await read(operator, release, '/build')).toMatchObject({ state: 'waiting', generation: 1, percent: 0 })
    const guidebook = { id: randomUUID(), version: 1 }
    const warnings = [warning('info', 'Translated.'), warning('warning', 'The picture of P-1 cannot be read.', 'P-1')]
    await publish(fixture, release, { guidebook, warnings, page: aGuidebook({ title: 'As it was printed' }) })
    await buildIs(operator, release, 'completed')
    expect(await read(operator, release)).toMatchObject({
      pdfAvailable: true,
      appAvailable: true,
      guidebookInternalId: guidebook.id,
      bundleName: 'As it was printed',
    })
    expect(await read(operator, release, '/build')).toMatchObject({
      state: 'completed',
      percent: 100,
      finishedAt: '2026-06-01T12:00:00.000Z',
      warnings: warnings.map(({ code, message, pointer }) => ({ code, message, pointer })),
    })
    const [second, first, completed] = await auditOf(operator, release)
    expect(completed).toMatchObject({
      actor: 'builder',
      action: 'build.completed',
      after: {
        pages: 12,
        durationMs: 1_234,
        steps: [
          { step: 'input', ms: 34 },
          { step: 'rendering', ms: 1_200 },
        ],
      },
    })
    expect(first).toMatchObject({ action: 'build.warning', severity: 'info' })
    expect(second).toMatchObject({
      action: 'build.warning',
      severity: 'warning',
      after: { externalId: 'P-1', pointer: null },
    })
  })

  it('that is older than the published one changes nothing', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    await operator.patch(operator.path(release, '/lang/de'))
    await fixture.bus.send('build.progressed.v1', progress(release, 5, 1))
    await fixture.bus.send('build.failed.v1', failure(release, false, 1))
    await publish(fixture, release, { generation: 2, page: aGuidebook({ title: 'New' }) })
    await buildIs(operator, release, 'completed')
    expect(await read(operator, release)).toMatchObject({ bundleName: 'New', pdfAvailable: true })

    await publish(fixture, release, { generation: 1, page: aGuidebook({ title: 'Old' }) })
    const other = await operator.release()
    await publish(fixture, other)
    await buildIs(operator, other, 'completed')
    expect(await read(operator, release)).toMatchObject({ bundleName: 'New' })
    const actions = (await auditOf(operator, release)).map(({ action }) => action)
    expect(actions).toEqual(['build.completed', 'language.changed', 'release.created'])
  })

  it('that is newer than the published one is published although a still newer one was requested, and stays when that one fails', async () => {
    const operator = fixture.newPartner()
    const accommodation = [{ externalId: 'H-9', libraryExternalId: 'HOTELS' }]
    const release = await operator.release({ accommodation }, '?email=desk4@example.com')
    await publish(fixture, release, { page: aGuidebook({ title: 'First' }) })
    await buildIs(operator, release, 'completed')
    for (const lang of ['de', 'fr']) await operator.patch(operator.path(release, `/lang/${lang}`))
    const page = aGuidebook({ title: 'Second' })
    const { artifacts } = await publish(fixture, release, {
      generation: 2,
      page,
      warnings: [warning('error', 'Lost.')],
    })
    const published = () =>
      fixture.database
        .knex('publications')
        .where({ account: operator.account.id, release_id: release.id })
        .first('generation', 'artifacts')
    await eventually(async () => (await published()).generation === 2)
    expect(await read(operator, release, '/build')).toMatchObject({ state: 'waiting', generation: 3, warnings: [] })
    expect(await read(operator, release)).toMatchObject({ bundleName: 'First' })

    await fixture.bus.send('build.failed.v1', failure(release, false, 3))
    await buildIs(operator, release, 'failed')
    expect(await published()).toEqual({ generation: 2, artifacts })
    const log = (await auditOf(operator, release)).filter(({ action }) => action.startsWith('build.'))
    expect(log.map(({ action }) => action)).toEqual([
      'build.failed',
      'build.warning',
      'build.completed',
      'build.completed',
    ])
    expect((await fixture.mailsTo('desk4@example.com')).map(({ text }) => text.includes('Lost.'))).toEqual([false])
  })

  it('is audited once, however often it is reported', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release({ email: undefined })
    const artifacts = await storeArtifacts(fixture, operator.account.id)
    const completed = {
      ...aBuild(release),
      contentVersion: 'v',
      guidebook: null,
      artifacts,
      warnings: [],
      durationMs: 1,
      steps: [],
    }
    const id = randomUUID()
    for (let i = 0; i < 3; i++) await fixture.bus.send('build.completed.v1', completed, { id })
    await buildIs(operator, release, 'completed')
    const last = await operator.release()
    await publish(fixture, last)
    await buildIs(operator, last, 'completed')
    const actions = (await auditOf(operator, release)).map(({ action }) => action)
    expect(actions).toEqual(['build.completed', 'release.created'])
  })
})

describe('progress', () => {
  it('is returned with its step, and an older report adds only its warnings', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    await fixture.bus.send('build.progressed.v1', progress(release, 2))
    await buildIs(operator, release, 'running')
    await fixture.bus.send('build.progressed.v1', progress(release, 1))
    await fixture.bus.send('build.progressed.v1', progress(release, 3))
    await eventually(async () => (await read(operator, release, '/build')).percent === 30)
    expect(await read(operator, release, '/build')).toMatchObject({
      state: 'running',
      step: 'step-3',
      generation: 1,
      requestedAt: '2026-06-01T12:00:00.000Z',
    })
    await eventually(async () => (await read(operator, release, '/build')).warnings.length === 3)
  })

  it('that arrives after the failure of its build adds only its warnings, also to the log', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    await fixture.bus.send('build.failed.v1', failure(release, false))
    await buildIs(operator, release, 'failed')
    await fixture.bus.send('build.progressed.v1', progress(release, 1))
    await eventually(async () => (await read(operator, release, '/build')).warnings.length === 1)
    expect(await read(operator, release, '/build')).toMatchObject({ state: 'failed', percent: 0, step: null })
    const [last, failed] = await auditOf(operator, release)
    expect(last).toMatchObject({ action: 'build.warning', message: 'Warning 1' })
    expect(failed).toMatchObject({ action: 'build.failed', severity: 'error' })
  })

  it('of a further attempt adds only warnings that are new', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const first = progress(release, 1)
    await fixture.bus.send('build.progressed.v1', first)
    await buildIs(operator, release, 'running')
    const second = progress(release, 2)
    await fixture.bus.send('build.progressed.v1', { ...second, warnings: [...first.warnings, ...second.warnings] })
    await eventually(async () => (await read(operator, release, '/build')).percent === 20)
    const { warnings } = await read(operator, release, '/build')
    expect(warnings.map(({ message }: { message: string }) => message)).toEqual(['Warning 1', 'Warning 2'])
  })

  it('that arrives after the end of its build changes nothing', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    await publish(fixture, release)
    await buildIs(operator, release, 'completed')
    const other = await operator.release()
    await fixture.bus.send('build.progressed.v1', progress(release, 9))
    await fixture.bus.send('build.progressed.v1', progress(other, 1))
    await buildIs(operator, other, 'running')
    expect(await read(operator, release, '/build')).toMatchObject({ state: 'completed', percent: 100 })
  })
})

describe('a build that fails', () => {
  it('and is retried stays running, and its failure is audited', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    await fixture.bus.send('build.failed.v1', failure(release, true))
    await buildIs(operator, release, 'running')
    expect((await auditOf(operator, release))[0]).toMatchObject({
      action: 'build.failed',
      severity: 'warning',
      code: 'internal-error',
      message: 'The renderer stopped. It is tried again.',
      after: { generation: 1, willRetry: true, steps: [{ step: 'input', ms: 5 }] },
    })
    await publish(fixture, release)
    await buildIs(operator, release, 'completed')
  })

  it('permanently can be requested again', async () => {
    const asked = await fixture.bus.hear('builder', 'release.build-requested.v1')
    const operator = fixture.newPartner()
    const release = await operator.release()
    await fixture.bus.send('build.progressed.v1', progress(release, 1))
    await buildIs(operator, release, 'running')
    await fixture.bus.send('build.failed.v1', failure(release, false))
    await buildIs(operator, release, 'failed')
    const inGerman = { 'accept-language': 'de' }
    const { body: german } = await operator.get(operator.path(release, '/build'), undefined, inGerman)
    expect([german.message, german.warnings[0].message]).toEqual([
      'Die Erstellung endete mit einem unerwarteten Fehler. Fragen Sie den Support.',
      'Ein angegebener Inhalt wurde nicht gefunden und weggelassen.',
    ])
    expect((await auditOf(operator, release)).map(({ severity }) => severity)).toEqual(['warning', 'error', 'info'])

    const { status, body } = await operator.post(operator.path(release, '/build'))
    expect([status, body.state, body.generation]).toEqual([202, 'waiting', 2])
    await eventually(() => asked.find(({ data }) => data.release === release.id && data.generation === 2))
    expect((await auditOf(operator, release))[0]).toMatchObject({ action: 'build.requested', actor: 'gbk_live_abc' })
  })
})

describe('background errors of a customization', () => {
  const customized = { accommodation: [{ externalId: 'H-9', libraryExternalId: 'HOTELS' }] }

  it('are mailed to the address in the request, in the language of the account', async () => {
    const operator = fixture.newPartner({ defaultLang: 'de' })
    const release = await operator.release(customized, '?email=desk1@example.com')
    const warnings = [warning('info', 'Fine.'), warning('error', 'The accommodation HOTELS/H-9 does not exist.', 'H-9')]
    await publish(fixture, release, { warnings })
    const [mail] = await eventually(async () => {
      const mails = await fixture.mailsTo('desk1@example.com')
      return mails.length > 0 && mails
    })
    expect(mail?.subject).toBe(`Buchung ${release.downloadCode}: nicht alles konnte übernommen werden`)
    expect(mail?.text).toContain('The accommodation HOTELS/H-9 does not exist.')
    expect(mail?.text).not.toContain('Fine.')
  })

  it('are mailed when the build fails permanently, not while it is retried, and not without an address', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release(customized, '?email=desk2@example.com')
    const silent = await operator.release(customized)
    await fixture.bus.send('build.failed.v1', failure(release, true))
    await buildIs(operator, release, 'running')
    expect(await fixture.mailsTo('desk2@example.com')).toEqual([])
    for (const each of [release, silent]) {
      await fixture.bus.send('build.failed.v1', failure(each, false))
      await buildIs(operator, each, 'failed')
    }
    const mails = await fixture.mailsTo('desk2@example.com')
    expect(mails.map(({ text }) => text.includes('The documents could not be created.'))).toEqual([true])
    expect(await fixture.mailsTo(operator.account.email)).toEqual([])
  })

  it('that are reported after the failure of the build are mailed, too', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release(customized, '?email=desk6@example.com')
    await fixture.bus.send('build.failed.v1', failure(release, false))
    await buildIs(operator, release, 'failed')
    await fixture.bus.send('build.progressed.v1', progress(release, 1))
    const mails = await eventually(async () => {
      const sent = await fixture.mailsTo('desk6@example.com')
      return sent.length > 1 && sent
    })
    expect(mails.map(({ text }) => text.includes('Warning 1')).sort()).toEqual([false, true])
  })

  it('are not mailed when there are none', async () => {
    const operator = fixture.newPartner()
    const release = await operator.release(customized, '?email=desk3@example.com')
    await publish(fixture, release)
    await buildIs(operator, release, 'completed')
    expect(await fixture.mailsTo('desk3@example.com')).toEqual([])
  })
})

it('a revoked release takes no more reports about its build', async () => {
  const operator = fixture.newPartner()
  const accommodation = [{ externalId: 'H-9', libraryExternalId: 'HOTELS' }]
  const release = await operator.release({ accommodation }, '?email=desk5@example.com')
  const other = await operator.release()
  await fixture.bus.send('build.progressed.v1', progress(release, 1))
  await buildIs(operator, release, 'running')
  expect((await operator.delete(operator.path(release))).status).toBe(204)

  await fixture.bus.send('build.progressed.v1', progress(release, 2))
  await fixture.bus.send('build.progressed.v1', progress(other, 1))
  await buildIs(operator, other, 'running')
  const rows = (table: string) =>
    fixture.database.knex(table).where({ account: operator.account.id, release_id: release.id })
  expect(await rows('builds')).toEqual([])

  await publish(fixture, release, { warnings: [warning('error', 'Lost.')] })
  await publish(fixture, other)
  await buildIs(operator, other, 'completed')
  expect(await rows('builds')).toEqual([])
  expect(await rows('publications')).toEqual([])
  expect(await rows('audit_entries').whereLike('action', 'build.%')).toEqual([])
  expect(await fixture.mailsTo('desk5@example.com')).toEqual([])
})

it.each(['build.progressed.v1', 'build.completed.v1', 'build.failed.v1'] as const)(
  'a %s that is invalid or about an unknown release is dead-lettered and does not delay others',
  async (type) => {
    const operator = fixture.newPartner()
    const release = await operator.release()
    const nothing = { ...release, id: 999_999_999 }
    await fixture.bus.sendRaw(type, Buffer.from('{"no":"event"}'))
    if (type === 'build.progressed.v1') await fixture.bus.send(type, progress(nothing, 1))
    if (type === 'build.failed.v1') await fixture.bus.send(type, failure(nothing, false))
    if (type === 'build.completed.v1') await publish(fixture, nothing)
    await fixture.bus.deadLetters('releases', type, 2)
    if (type === 'build.progressed.v1') await fixture.bus.send(type, progress(release, 1))
    if (type === 'build.failed.v1') await fixture.bus.send(type, failure(release, false))
    if (type === 'build.completed.v1') await publish(fixture, release)
    await eventually(async () => (await read(operator, release, '/build')).state !== 'waiting')
  },
)
