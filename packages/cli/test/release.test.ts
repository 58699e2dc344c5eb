import { type FoundRelease, schemas } from '@guidebook/contracts'
import { describe, expect, test } from 'vitest'
import { stateOf } from '../src/commands/show-release.ts'
import { exitCodes } from '../src/index.ts'
import { guidebookAt, startStubListener } from './run-guidebook.ts'

const [example] = (schemas.releaseRecord as { examples?: FoundRelease['record'][] }).examples ?? []
const build = {
  state: 'failed' as const,
  generation: 3,
  step: 'rendering',
  percent: 50,
  warnings: [],
  message: 'The build ended with an unexpected error.',
  requestedAt: '2026-07-01T08:00:00.000Z',
  finishedAt: '2026-07-01T08:01:00.000Z',
}
const found = (fields: Partial<FoundRelease> = {}): FoundRelease => ({
  kind: 'on-demand',
  record: example as FoundRelease['record'],
  revokedAt: null,
  build,
  published: null,
  audit: [],
  ...fields,
})
const { record } = found()
const path = `/admin/releases/${record.provider.id}/${record.link}/build`
const next = { ...build, state: 'waiting', generation: 4, step: null, percent: 0, message: null, finishedAt: null }

/** A stub listener that finds these releases by any name. */
const listenerWith = (...releases: FoundRelease[]) =>
  startStubListener({ 'GET /admin/releases': { body: { releases } }, [`POST ${path}`]: { status: 202, body: next } })

const link = `https://guidebook.example/t/${record.link}`

describe('release build', () => {
  test('starts a build of the release with this Trip Link', async () => {
    await using listener = await listenerWith(found())
    const { code, out, err } = await guidebookAt(listener.url, ['release', 'build', link])
    expect(code).toBe(exitCodes.done)
    expect(out).toMatch(/Build +4/)
    expect(err).toContain('Build 3 failed 2026-07-01 08:01:00Z: The build ended with an unexpected error.')
    expect(listener.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /admin/releases?name=${record.link}&audit=0`,
      `POST ${path}`,
    ])
  })

  test('prints the response of the operation with --json', async () => {
    await using listener = await listenerWith(found())
    const { out } = await guidebookAt(listener.url, ['release', 'build', '20240001', '--json'])
    expect(JSON.parse(out)).toEqual(next)
  })

  test('with --dry-run shows the request and does not send it', async () => {
    await using listener = await listenerWith(found())
    const { code, out } = await guidebookAt(listener.url, ['release', 'build', link, '--dry-run', '--json'])
    expect(code).toBe(exitCodes.done)
    expect(JSON.parse(out).requests).toMatchObject([{ method: 'POST', url: listener.url + path }])
    expect(listener.received.map(({ method }) => method)).toEqual(['GET'])
  })

  test.each([
    ['not found', [], 'no release has the link, code or number 20240001', exitCodes.notFound],
    ['one of several', [found(), found()], '2 releases have the link, code or number 20240001', exitCodes.usage],
    [
      'revoked',
      [found({ revokedAt: '2026-07-02T08:00:00.000Z' })],
      'the release was revoked 2026-07-02 08:00:00Z',
      exitCodes.refused,
    ],
  ])('starts nothing when the release is %s', async (_, releases, sentence, exitCode) => {
    await using listener = await listenerWith(...releases)
    const { code, out, err } = await guidebookAt(listener.url, ['release', 'build', '20240001'])
    expect([code, out]).toEqual([exitCode, ''])
    expect(err).toContain(sentence)
    expect(listener.received.map(({ method }) => method)).toEqual(['GET'])
  })
})

test('release show has a line for each warning of the build', async () => {
  const warnings = [
    { code: 'first', message: 'The logo is missing.' },
    { code: 'second', message: 'A route is short.' },
  ] as unknown as FoundRelease['build']['warnings']
  await using listener = await listenerWith(found({ build: { ...build, warnings } }))
  const { out } = await guidebookAt(listener.url, ['release', 'show', '20240001'])
  expect(out).toMatch(/^Warning 1 +The logo is missing\. \(first\)\nWarning 2 +A route is short\. \(second\)$/m)
})

test('release show lists all matching releases', async () => {
  await using listener = await listenerWith(found(), found())
  const { out, err } = await guidebookAt(listener.url, ['release', 'show', '20240001'])
  expect(out.match(new RegExp(record.link, 'g'))).toHaveLength(2)
  expect(err).toContain('add --account')
})

describe('release show', () => {
  test.each([
    ['opens on 2026-07-01', '2026-06-30T21:59:59Z', {}],
    ['open', '2026-06-30T22:00:00Z', {}],
    ['open', '2026-07-31T21:59:59Z', {}],
    ['ended on 2026-07-31', '2026-07-31T22:00:00Z', {}],
    ['disabled, locked', '2026-07-10T00:00:00Z', { disabled: true, locked: true }],
  ])('says "%s" at %s', (text, at, fields) => {
    // The days of an account in Zurich, in summer.
    const days = {
      startdate: '2026-07-01',
      enddate: '2026-07-31',
      startDatetime: Date.parse('2026-06-30T22:00:00Z'),
      endDatetime: Date.parse('2026-07-30T22:00:00Z'),
    }
    expect(stateOf(found({ record: { ...record, ...days, ...fields } }), new Date(at))).toMatchObject({ text })
  })

  test('names every channel, also one that is off', async () => {
    await using listener = await listenerWith(found({ record: { ...record, pdfEnabled: false } }))
    const { out } = await guidebookAt(listener.url, ['release', 'show', link])
    expect(out).toMatch(/Channels +app on, PDF off, GPX on/)
  })
})

test('release extend says whether the documents are built again', async () => {
  await using listener = await listenerWith(found())
  const extend = ['release', 'extend', link, '--dry-run', '--until']
  const same = await guidebookAt(listener.url, [...extend, record.enddate])
  expect(same.err).toContain('nothing changes')
  expect(same.err).not.toContain('built again')
  expect((await guidebookAt(listener.url, [...extend, '2099-12-31'])).err).toContain('built again')
})

test('a device beyond the first page of a release is listed and freed', async () => {
  const device = (number: number) => ({
    id: `d-${number}`,
    name: `Phone ${number}`,
    registeredAt: '2026-07-01T08:00:00.000Z',
  })
  const devices = `/admin/releases/${record.provider.id}/${record.link}/devices`
  await using listener = await startStubListener({
    'GET /admin/releases': { body: { releases: [found()] } },
    [`GET ${devices}`]: ({ url }) => ({
      body: url.includes('cursor=next')
        ? { items: [device(201)], nextCursor: null }
        : { items: Array.from({ length: 200 }, (_, index) => device(index + 1)), nextCursor: 'next' },
    }),
    [`DELETE ${devices}/d-201`]: { status: 204 },
  })
  const { out, err } = await guidebookAt(listener.url, ['release', 'devices', link])
  expect(out).toContain('Phone 201')
  expect(err).toContain('201 of')
  const freed = await guidebookAt(listener.url, ['release', 'free-device', link, 'Phone 201', '--yes'])
  expect(freed.code).toBe(exitCodes.done)
  // It allows fewer devices than it has.
  expect(freed.out).toMatch(/^Free +0$/m)
  expect(listener.received.at(-1)).toMatchObject({ method: 'DELETE', url: `${devices}/d-201` })
})
