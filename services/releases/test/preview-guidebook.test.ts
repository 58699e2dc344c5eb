import type { Build } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { beforeEach, describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { addGuidebook } from './neighbours.ts'
import type { Partner } from './partner.ts'
import { png } from './pictures.ts'
import { storeArtifacts } from './published.ts'

// cspell:ignore contenu guide trop

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
})
beforeEach(() => fixture.clock.set(firstOfJune))

const pathOf = ({ account }: Partner, rest = '', customId = 'GB-1') =>
  `/content/guidebook/${account.id}/${customId}/preview${rest}`

/** Requests a preview; returns its build and the message to the builder about it. */
async function requested(partner: Partner, query = '?language=en') {
  const messages = await fixture.bus.hear('builder', 'release.build-requested.v1')
  const { status, body } = await partner.post(pathOf(partner, query))
  expect(status).toBe(202)
  const { generation } = body as Build
  const isOwn = ({ data }: (typeof messages)[number]) =>
    data.account === partner.account.id && data.generation === generation && data.link.startsWith('preview-')
  await eventually(async () => messages.some(isOwn))
  const { data } = messages.findLast(isOwn) ?? {}
  if (data === undefined) throw new Error('no message')
  const { kind: _, ...build } = data
  return { build, first: body as Build }
}

const warning = {
  severity: 'warning',
  code: 'x',
  message: 'A picture is missing.',
  externalId: null,
  pointer: null,
} as const

const complete = async (partner: Partner, build: Awaited<ReturnType<typeof requested>>['build']) => {
  const artifacts = await storeArtifacts(fixture, partner.account.id)
  const about = { contentVersion: 'v', guidebook: null, artifacts, warnings: [warning], durationMs: 1, steps: [] }
  await fixture.bus.send('build.completed.v1', { ...build, ...about })
}

describe('a preview of a guidebook', () => {
  it('is built like a release, reports its progress, and shows page and roadbook without a release', async () => {
    const partner = fixture.newPartner()
    const { build, first } = await requested(partner)
    expect(first).toMatchObject({ state: 'waiting', generation: 1, percent: 0, warnings: [] })
    for (const rest of ['/page', '/roadbook.pdf']) {
      const { status, body, headers } = await partner.get(pathOf(partner, `${rest}?language=en`))
      expect([status, body.code, headers.get('retry-after')]).toEqual([404, 'artifact-not-ready', '30'])
    }
    const builder = fixture.asService('builder')
    const input = await builder.get(`/internal/releases/${build.link}/build-input?generation=1`)
    expect(input.body).toMatchObject({
      preview: true,
      release: { id: build.release, kind: 'plain', lang: 'en', dates: { start: '2026-06-01', arrival: null } },
      guidebook: { id: fixture.neighbours.guidebooks.find(({ account }) => account === partner.account.id)?.id },
      request: null,
    })
    const progress = { ...build, step: 'images', percent: 40, message: null, warnings: [] }
    await fixture.bus.send('build.progressed.v1', { ...progress, sequence: 2 })
    await eventually(async () => (await partner.get(pathOf(partner, '?language=en'))).body.percent === 40)
    // A further attempt reports its warnings again.
    for (const sequence of [3, 4]) {
      const percent = 20 * sequence
      await fixture.bus.send('build.progressed.v1', { ...progress, sequence, percent, warnings: [warning] })
      await eventually(async () => (await partner.get(pathOf(partner, '?language=en'))).body.percent === percent)
    }
    expect((await partner.get(pathOf(partner, '?language=en'))).body.warnings).toHaveLength(1)
    await complete(partner, build)
    await eventually(async () => (await partner.get(pathOf(partner, '?language=en'))).body.state === 'completed')
    const { body } = await partner.get(pathOf(partner, '?language=en'))
    expect(body).toMatchObject({ percent: 100, step: null, warnings: [{ message: 'A picture is missing.' }] })
    const page = await partner.get(pathOf(partner, '/page?language=en'))
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain('This is a preview of the guidebook.')
    expect(page.text).toContain(`src="data:image/png;base64,${png.toString('base64')}"`)
    expect(page.text).not.toMatch(/<script|Booking code|\/t\/preview-/)
    expect((await partner.get(pathOf(partner, '/roadbook.pdf?language=en'))).text).toBe('%PDF-1.7 the book')
    // Nothing else knows it: no release, and no page for a traveller.
    expect((await fixture.visit(`/t/${build.link}`)).status).toBe(404)
    expect((await partner.get(`/content/release/${partner.account.id}`)).body.items).toEqual([])
    expect((await partner.get(`/content/release/${partner.account.id}/${build.link}`)).status).toBe(404)
  })

  it('is replaced by the next request; reports about the earlier build are ignored', async () => {
    const partner = fixture.newPartner()
    const earlier = await requested(partner)
    const { build, first } = await requested(partner)
    expect([first.generation, build.link, build.release]).toEqual([2, earlier.build.link, earlier.build.release])
    const builder = fixture.asService('builder')
    const { body } = await builder.get(`/internal/releases/${build.link}/build-input?generation=1`)
    expect(body.code).toBe('generation-superseded')
    await complete(partner, earlier.build)
    const failure = { code: 'content-too-large', message: 'Too many points.', steps: [] }
    await fixture.bus.send('build.failed.v1', { ...build, ...failure, willRetry: true })
    await eventually(async () => (await partner.get(pathOf(partner, '?language=en'))).body.message !== null)
    expect((await partner.get(pathOf(partner, '?language=en'))).body.state).toBe('running')
    await fixture.bus.send('build.failed.v1', { ...build, ...failure, willRetry: false })
    await eventually(async () => (await partner.get(pathOf(partner, '?language=en'))).body.state === 'failed')
    expect((await partner.get(pathOf(partner, '?language=en'))).body.message).toBe('Too many points.')
    const { body: french } = await partner.get(pathOf(partner, '?language=en'), undefined, { 'accept-language': 'fr' })
    expect(french.message).toMatch(/^Le guide a trop de contenu/)
    expect((await partner.get(pathOf(partner, '/page?language=en'))).body.code).toBe('artifact-not-ready')
  })

  it('can be requested while the migration of the next version adds a column', async () => {
    const partner = fixture.newPartner()
    // Each replica has prepared its statements.
    const request = async () => (await partner.post(pathOf(partner))).status
    expect([await request(), await request()]).toEqual([202, 202])
    await fixture.database.knex.raw('alter table previews add column of_next_version text')
    try {
      expect([await request(), await request()]).toEqual([202, 202])
    } finally {
      await fixture.database.knex.raw('alter table previews drop column of_next_version')
    }
  })

  it('is in the language of the account by default, and belongs to the account', async () => {
    const partner = fixture.newPartner({ defaultLang: 'de' })
    const other = fixture.newPartner()
    await requested(partner, '')
    expect((await partner.get(pathOf(partner, '?language=de'))).status).toBe(200)
    expect((await partner.get(pathOf(partner, '?language=fr'))).body.code).toBe('not-found')
    for (const send of [other.get, other.post]) {
      expect((await send(pathOf(partner))).body.code).toBe('account-mismatch')
    }
    for (const send of [partner.get, partner.post]) {
      expect((await send(pathOf(partner, '', 'NONE'))).body.code).toBe('not-found')
    }
  })

  it('waits while five others of the account are built, also when they are requested at the same time', async () => {
    const partner = fixture.newPartner()
    addGuidebook(fixture.neighbours, partner.account.id, 'GB-2')
    const languages = ['de', 'en', 'fr', 'it', 'es', 'nl', 'pt', 'da']
    const answers = await Promise.all(
      languages.map((language, i) => partner.post(pathOf(partner, `?language=${language}`, `GB-${1 + (i % 2)}`))),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(({ body, headers }) => [body.code, headers.get('retry-after')])).toEqual(
      Array(3).fill(['too-many-previews', '10']),
    )
    // One of the five may be requested again, and builds that do not end are forgotten.
    const i = answers.findIndex(({ status }) => status === 202)
    const again = () => partner.post(pathOf(partner, `?language=${languages[i]}`, `GB-${1 + (i % 2)}`))
    expect((await again()).status).toBe(202)
    fixture.clock.set('2026-06-01T13:01:00Z')
    expect((await partner.post(pathOf(partner, '?language=sv'))).status).toBe(202)
  })

  it('is not shown a day later, because the builder removes its files then', async () => {
    const partner = fixture.newPartner()
    const { build } = await requested(partner)
    fixture.clock.set('2026-06-02T11:30:00Z')
    expect((await partner.get(pathOf(partner, '?language=en'))).body.code).toBe('not-found')
    const builder = fixture.asService('builder')
    expect((await builder.get(`/internal/releases/${build.link}/build-input?generation=1`)).status).toBe(404)
  })
})
