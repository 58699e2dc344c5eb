import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { operations } from '@guidebook/contracts'
import { partnerIdentity } from '@guidebook/service-kit/test'
import { type Receiver, startReceiver } from '@guidebook/service-kit/test/https-receiver'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Fixture, startFixture } from './builder-fixture.ts'
import { anInput, aRequest, nextGeneration, requestFor } from './fixtures.ts'
import { sweepObjects } from './sweep-objects.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: Fixture
let web: Receiver
let url: string
beforeAll(async () => {
  fixture = await startFixture()
  web = await startReceiver()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'builder-'))
  const certificate = join(folder.path, 'ca.pem')
  writeFileSync(certificate, web.certificate)
  const builder = await fixture.start({
    LOGO_ALLOWED_NETWORKS: '127.0.0.0/8',
    LOGO_ALLOWED_PORTS: String(web.port),
    LOGO_CA_FILE: certificate,
    LOGO_TIMEOUT: '2s',
  })
  url = builder.url
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

const png = (color: string) => sharp({ create: { width: 300, height: 100, channels: 4, background: color } }).png()
const showing = (bytes: Buffer | string) => (_request: IncomingMessage, response: ServerResponse) => response.end(bytes)
const unavailable = (_request: IncomingMessage, response: ServerResponse) => response.writeHead(503).end()

/** A release of a brand with a logo at this address; `build` builds its next generation. */
const aRelease = (account: string, address: string) => {
  const { stubs } = fixture
  const brand = { name: 'Sunny Trips', logo: address, primaryColor: null, secondaryColor: null }
  let input = anInput(stubs, account, { release: { kind: 'on-demand' }, input: { request: aRequest(), brand } })
  input.release.generation = 0
  return {
    build: async () => {
      input = nextGeneration(stubs, input)
      await fixture.request(requestFor(input))
      const completed = await fixture.completion({ release: input.release.id, generation: input.release.generation })
      return { completed, page: await fixture.pageOf(completed) }
    },
  }
}

/** Pretends that the logo was fetched this long ago. */
const fetchedAgo = (account: string, ago: string) =>
  fixture.database
    .knex('logos')
    .where({ account })
    .update({ asked_at: fixture.database.knex.raw(`now() - ?::interval`, [ago]) })

const addressOf = (name: string): string => `${new URL(web.url).origin}/${name}`
const requests = () => web.received.length

test('a brand’s logo is fetched once, stored and shown on the page; a changed logo changes the book', async () => {
  const account = randomUUID()
  const release = aRelease(account, addressOf('logo.png'))
  web.answer = showing(await png('#20406080').toBuffer())
  const before = requests()
  const { completed, page } = await release.build()
  expect(completed.warnings).toEqual([])
  expect(page.logo).toMatch(/^logo-[0-9a-f]{16}\.png$/)
  const image = completed.artifacts.images.find(({ name }) => name === page.logo)
  expect(image).toMatchObject({ mediaType: 'image/png', width: 300, height: 100 })
  expect((await sharp(await fixture.store.read(image?.key ?? '')).metadata()).format).toBe('png')

  web.answer = showing(await png('#ff0000').toBuffer())
  expect((await release.build()).completed.contentVersion).toBe(completed.contentVersion)
  expect(requests()).toBe(before + 1)

  await fetchedAgo(account, '25 hours')
  const later = await release.build()
  expect(requests()).toBe(before + 2)
  expect(later.page.logo).not.toBe(page.logo)
  expect(later.completed.contentVersion).not.toBe(completed.contentVersion)
  expect(later.completed.artifacts.pdf?.key).not.toBe(completed.artifacts.pdf?.key)
})

test('an SVG logo is drawn, stored and shown like others', async () => {
  const account = randomUUID()
  web.answer = showing(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><circle r="20" fill="#123456"/></svg>',
  )
  const { completed, page } = await aRelease(account, addressOf('logo.svg')).build()
  expect(completed.warnings).toEqual([])
  const image = completed.artifacts.images.find(({ name }) => name === page.logo)
  expect(image).toMatchObject({ mediaType: 'image/png', width: 800, height: 267 })
  expect((await sharp(await fixture.store.read(image?.key ?? '')).metadata()).format).toBe('png')
  expect(await fixture.database.knex('logos').where({ account }).pluck('color')).toEqual(['#123456'])
})

test('while its address is unavailable the last good copy stays, also in the store', async () => {
  const account = randomUUID()
  const release = aRelease(account, addressOf('logo.png'))
  web.answer = showing(await png('#00ff0080').toBuffer())
  const { page } = await release.build()
  web.answer = unavailable
  await fetchedAgo(account, '25 hours')
  const later = await release.build()
  expect(later.page.logo).toBe(page.logo)
  expect(later.completed.warnings).toEqual([])

  const { database, store } = fixture
  await database.knex('build_objects').where({ account }).delete()
  await sweepObjects(fixture, new Date(Date.now() + 48 * 60 * 60 * 1_000))
  const [{ key }] = (await database.knex('logos').where({ account })) as [{ key: string }]
  expect(await store.exists(key)).toBe(true)
})

test.each([
  ['that is unavailable', 'logo.png', unavailable, 'the answer was 503'],
  ['of a blank SVG', 'logo.svg', showing('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'it is blank'],
  [
    'of an SVG that refers to a file',
    'logo.svg',
    showing('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    'it has <image>, which is not drawn',
  ],
  ['of an HTML page', 'index.html', showing('<!doctype html>'), 'it is neither PNG, JPEG nor SVG'],
] as const)(
  'for an address %s the name is shown with a warning, and the address is not fetched again immediately',
  async (_, path, answer, reason) => {
    const account = randomUUID()
    const release = aRelease(account, addressOf(path))
    web.answer = answer
    const before = requests()
    for (const build of [await release.build(), await release.build()]) {
      expect(build.page.logo).toBeNull()
      expect(build.completed.warnings).toMatchObject([
        { code: 'logo-unavailable', message: `The logo could not be fetched (${reason}); the name is shown instead.` },
      ])
    }
    expect(requests()).toBe(before + 1)
    web.answer = showing(await png('#0000ff80').toBuffer())
    await fetchedAgo(account, '11 minutes')
    expect((await release.build()).page.logo).not.toBeNull()
  },
)

test('a logo is previewed as books show it, from the address or from the copy of today, and nothing is stored', async () => {
  const account = randomUUID()
  const builder = fixture.clientOf('gateway', url)
  const preview = async (name: string) => {
    const identity = partnerIdentity({ id: account })
    const query = { address: name.startsWith('https:') ? name : addressOf(name) }
    return buffer(await builder.stream(operations.previewLogo, { query, identity, deadlineMs: 30_000 }))
  }
  web.answer = showing(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><circle r="20" fill="#123456"/></svg>',
  )
  expect(await sharp(await preview('new.svg')).metadata()).toMatchObject({ format: 'png', width: 800, height: 267 })
  web.answer = showing(await png('#20406080').toBuffer())
  expect(await sharp(await preview('new.png')).metadata()).toMatchObject({ format: 'png', width: 300 })
  expect(await fixture.database.knex('logos').where({ account })).toEqual([])

  await aRelease(account, addressOf('logo.png')).build()
  const [{ key }] = (await fixture.database.knex('logos').where({ account })) as [{ key: string }]
  web.answer = unavailable
  const before = requests()
  expect(await preview('logo.png')).toEqual(await fixture.store.read(key))
  expect(requests()).toBe(before)
  for (const [name, detail] of [
    ['gone.png', 'the answer was 503'],
    ['https://169.254.169.254/latest/logo.png', 'must be a public address'],
  ] as const) {
    await expect(preview(name)).rejects.toMatchObject({
      code: 'logo-unavailable',
      detail: expect.stringContaining(detail),
    })
  }
})

test('a private address is never connected to', async () => {
  const { completed, page } = await aRelease(randomUUID(), 'https://169.254.169.254/latest/logo.png').build()
  expect(page.logo).toBeNull()
  expect(completed.warnings[0]?.message).toContain('the address must be a public address')
})
