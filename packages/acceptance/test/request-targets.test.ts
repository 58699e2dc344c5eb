/** Hostile request targets: the gateway and each service, called directly at its port, must interpret them in the same way. */
import { createTokenIssuer, systemClock } from '@guidebook/service-kit'
import { sendTarget, type TargetAnswer, targetCases, titleOf } from '@guidebook/service-kit/test'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPartner, type Partner } from '../src/partners.ts'
import { isRemote, localOnly } from '../src/remote-system.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'

let system: SystemHandle
let partner: Partner
beforeAll(async () => {
  system = await sharedSystem()
  partner = await createPartner(system.describe(), 'operator', 'Targets')
}, 900_000)

/** An internal token as the gateway issues it for a request of the partner. */
async function tokenFor(service: string): Promise<string> {
  const issuer = createTokenIssuer({ service: 'gateway', privateKey: system.privateKey('gateway'), clock: systemClock })
  const { id: account, oid } = partner
  const identity = { scope: 'partner', account, oid, test: false, actor: 'gbk_live_abc' } as const
  return `Bearer ${await issuer.sign({ audience: service as 'geodata', identity })}`
}

const problemCode = ({ headers, body }: TargetAnswer): unknown =>
  headers['content-type']?.startsWith('application/problem+json') && body !== '' ? JSON.parse(body).code : undefined

const behindGateway = ['geodata', 'releases', 'builder', 'webhooks', 'importer'] as const
const refusals = targetCases.filter(({ verdict }) => 'code' in verdict && verdict.code !== 'not-found')
const validTargets = targetCases.filter((one) => !refusals.includes(one))

const needs = localOnly('service keys and listeners')

describe.skipIf(isRemote)(`every listener refuses an invalid request target with the same error${needs}`, () => {
  it.each(refusals.map((one) => [titleOf(one), one] as const))('%s', async (_, one) => {
    const { baseUrl, internalUrl, adminUrl, services } = system.describe()
    if (internalUrl === null) throw new Error('the listener for other services is unknown')
    const answers = await Promise.all([
      sendTarget(baseUrl, one, partner.key),
      sendTarget(internalUrl, one),
      sendTarget(adminUrl, one),
      ...behindGateway.map(async (name) => sendTarget(services[name]?.url ?? '', one, await tokenFor(name))),
    ])
    const [first] = answers
    if (first === undefined) throw new Error('no listener responded')
    expect({ code: problemCode(first) }).toEqual(one.verdict)
    for (const answer of answers)
      expect([answer.status, problemCode(answer)]).toEqual([first.status, problemCode(first)])
  })
})

/** The service that owns the operation. */
const ownerOf = ({ verdict }: (typeof targetCases)[number]) =>
  'sees' in verdict && verdict.sees.startsWith('/t/') ? 'releases' : 'geodata'
/** The landing page, to which `//` is redirected, and `/account`. */
const isOfGateway = ({ target, verdict }: (typeof targetCases)[number]) =>
  /^(http:\/\/guidebook\.test\/?|\/{1,2})(\?.*)?$/.test(target) ||
  ('sees' in verdict && verdict.sees.startsWith('/account'))
/** Excludes what the gateway serves itself, and `/internal/…`, which only services have. */
const forwarded = validTargets.filter((one) => !isOfGateway(one) && !one.target.startsWith('/internal/'))

describe.skipIf(isRemote)(`the gateway and the service interpret every valid target in the same way${needs}`, () => {
  it.each(forwarded.map((one) => [titleOf(one), one] as const))('%s', async (_, one) => {
    const { baseUrl, services } = system.describe()
    const owner = ownerOf(one)
    const [atGateway, atService] = await Promise.all([
      sendTarget(baseUrl, one, partner.key),
      sendTarget(services[owner]?.url ?? '', one, await tokenFor(owner)),
    ])
    expect([atGateway.status, problemCode(atGateway)]).toEqual([atService.status, problemCode(atService)])
    expect(atGateway.status).toBeLessThan(500)
    // `instance` is the path as the listener parsed it.
    if (problemCode(atGateway) !== undefined) {
      expect(JSON.parse(atGateway.body).instance).toBe(JSON.parse(atService.body).instance)
    }
  })
})

describe('no target reaches a partner operation without a valid key', () => {
  const partnerTargets = validTargets.filter(({ verdict }) => 'sees' in verdict && !verdict.sees.startsWith('/t/'))
  it.each(partnerTargets.map((one) => [titleOf(one), one] as const))('%s', async (_, one) => {
    const { status } = await sendTarget(system.describe().baseUrl, one)
    // A proxy in front of a remote system may refuse the absolute form with an authority that is not the host.
    if (isRemote && status === 400 && one.target.includes('://')) return
    expect(status).toBe(401)
    const response = await sendTarget(system.describe().baseUrl, one, partner.key)
    expect(response.headers.ratelimit).toBeDefined()
  })
})

it.skipIf(isRemote)(`health and internal operations are not on the public listener${needs}`, async () => {
  const { baseUrl, services } = system.describe()
  for (const target of ['/livez', '/readyz', '/metrics', '/internal/readiness', '/internal/accounts?oid=ABC']) {
    for (const authorization of [partner.key, await tokenFor('gateway')]) {
      const { status } = await sendTarget(baseUrl, { target, verdict: { code: 'not-found' } }, authorization)
      expect([target, status]).toEqual([target, 404])
    }
  }
  for (const { url, healthUrl } of Object.values(services)) {
    expect((await fetch(`${url}/readyz`)).status).toBe(404)
    expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200)
  }
})
