import { sendTarget, startTargetService, type TargetAnswer, targetCases, titleOf } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

let service: Awaited<ReturnType<typeof startTargetService>>
let fixture: Fixture
let key: string
beforeAll(async () => {
  service = await startTargetService()
  fixture = await startFixture({ GEODATA_URL: service.url, RELEASES_URL: service.url })
  key = (await fixture.account()).key ?? ''
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

/** What the client learns: the target that the operation saw, or the code of the refusal. */
function verdictOf({ status, body, headers }: TargetAnswer): unknown {
  const isJson = headers['content-type']?.includes('json') ?? false
  const { code, sees, oid } = isJson && body !== '' ? JSON.parse(body) : ({} as Record<string, unknown>)
  if (status !== 200) return { status, code }
  // The gateway carries out this operation itself.
  return { status, sees: oid === undefined ? sees : '/account' }
}

/** The gateway has a page there, and services have none. `//` is redirected to it. */
const isLandingPage = (target: string): boolean => /^(http:\/\/guidebook\.test\/?|\/{1,2})(\?.*)?$/.test(target)

describe('a request target has the same verdict at the gateway and at a service', () => {
  test.each(targetCases.map((one) => [titleOf(one), one] as const))('%s', async (_, one) => {
    const [atGateway, atService] = await Promise.all([
      sendTarget(fixture.gateway.url, one, key),
      sendTarget(service.url, one),
    ])
    expect(verdictOf(atService)).toMatchObject(one.verdict)
    if (isLandingPage(one.target)) expect([200, 308]).toContain(atGateway.status)
    else expect(verdictOf(atGateway)).toEqual(verdictOf(atService))
  })

  test('and there are more than sixty of them', () => {
    expect(targetCases.length).toBeGreaterThan(60)
  })
})

test.each(
  targetCases.flatMap((one) =>
    'sees' in one.verdict && !one.verdict.sees.startsWith('/t/') ? [[titleOf(one), one] as const] : [],
  ),
)('%s reaches no operation without a key', async (_, one) => {
  expect(verdictOf(await sendTarget(fixture.gateway.url, one))).toEqual({ status: 401, code: 'unauthorized' })
})

test.each([
  ['an absolute-form target', 'http://guidebook.test/account', 429],
  ['a target with a fragment', '/account#x', 400],
])('%s does not bypass the limit of wrong keys', async (_, target, status) => {
  await using limited = await fixture.startOther({ WRONG_KEY_LIMIT_PER_MINUTE: '3' })
  const send = () => sendTarget(limited.gateway.url, { target, verdict: { sees: '' } }, 'gbk_live_wrong')
  for (let attempt = 0; attempt < 3; attempt++) await send()
  expect((await send()).status).toBe(status)
})

test('an absolute-form target counts against the limit of its key', async () => {
  await using limited = await fixture.startOther({ RATE_LIMIT_PER_MINUTE: '3' })
  const own = await limited.account()
  const target = { target: 'http://guidebook.test/account', verdict: { sees: '/account' } }
  for (let sent = 0; sent < 3; sent++) expect((await sendTarget(limited.gateway.url, target, own.key)).status).toBe(200)
  expect((await sendTarget(limited.gateway.url, target, own.key)).status).toBe(429)
})
