/**
 * One account cannot read, change or detect another account's resources. Each test puts the other account's id into one identifying field of
 * one operation. Operations and fields come from the contracts, so a new one fails until its request is defined.
 */
import { type Operation, operations } from '@guidebook/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixtures, downloadCodeOf, type Fixtures, secretText } from '../src/account/fixtures.ts'
import { freshCode, requests } from '../src/account/requests.ts'
import { type Call, call } from '../src/contract/call.ts'
import { identifyingFields, ownOperations, publicOperations } from '../src/contract/fields.ts'
import { eventually } from '../src/eventually.ts'
import { exchange } from '../src/exchange.ts'
import { supportOf } from '../src/partners.ts'
import { setupMs } from '../src/remote-system.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { plainRelease } from '../src/trip.ts'
import { acknowledgeOwn, type OwnAcknowledger } from '../src/webhook-receiver.ts'
import { normalizeResponse } from './isolation/normalize-response.ts'
import { sellerOperations } from './isolation/seller-operations.ts'
import { fileFields, substituted, substitutionFor, type Target, unknownIds } from './isolation/substitutions.ts'

let system: SystemHandle
let receiver: OwnAcknowledger
let owner: Fixtures
let other: Fixtures
let ownedTarget: Target
let unknownTarget: Target
let before: Record<string, unknown>

beforeAll(async () => {
  system = await sharedSystem()
  receiver = await acknowledgeOwn(system.describe())
  ;[owner, other] = await Promise.all([
    createFixtures(receiver.description, 'OWNER'),
    createFixtures(receiver.description, 'OTHER'),
  ])
  ownedTarget = { mark: 'OWNER', ids: owner }
  unknownTarget = { mark: 'NONES', ids: unknownIds(owner) }
  before = await stateOf(owner)
}, setupMs)
afterAll(async () => {
  await receiver?.stop()
}, 900_000)

const fieldsOf = (operation: Operation): string[] => [...identifyingFields(operation), ...fileFields(operation.id)]
const keyFor = ({ audience }: Operation, { key }: Fixtures) => (audience === 'traveller' ? null : key)
const prepare = async ({ id }: Operation, own: Fixtures): Promise<Call> => {
  const request = requests[id as keyof typeof requests]
  if (request === undefined) throw new Error(`${id} has no request. Add one to src/account/requests.ts.`)
  return request(own)
}
const send = (operation: Operation, own: Fixtures, parts: Call) =>
  call({ baseUrl: system.describe().baseUrl, key: keyFor(operation, own) }, operation, parts)

/** All own data that an account can read. */
async function stateOf(own: Fixtures): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  for (const operation of ownOperations.filter(({ method }) => method === 'GET')) {
    const answer = await send(operation, own, await prepare(operation, own))
    expect(answer.status, `${operation.id}: ${answer.text}`).toBe(200)
    // Reading pages here changes the analytics, which a diagnosis has too.
    if (['readAnalytics', 'readUsage', 'diagnoseRelease'].includes(operation.id)) continue
    // Reading uses the key, too.
    state[operation.id] = answer.text.replaceAll(/"lastUsedAt":(?:"[^"]*"|null)/g, '"lastUsedAt":"…"')
  }
  return state
}

describe.each(ownOperations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  it('succeeds for the account’s own resources', async () => {
    const { status, text } = await send(operation, other, await prepare(operation, other))
    expect(status, text).toBeLessThan(300)
  })

  const fields = fieldsOf(operation)
  // A Trip Link is itself a secret that grants access to everyone who has it.
  const secret = operation.audience === 'traveller' ? ['path /link'] : []
  it.each(fields.filter((field) => !secret.includes(field)))(
    '%s: another account’s value gets the same response as an unknown value',
    async (field) => {
      const substitution = substitutionFor(id, field)
      if (substitution === null)
        throw new Error(`${id} ${field} has no substitution. Add one to test/isolation/substitutions.ts.`)
      const usual = substitution.usual?.(other)
      const request = async (target: Target) => {
        const base = await prepare(operation, other)
        const { body } = base
        const parts = substitution.withField
          ? { ...base, body: substitution.withField(body as Record<string, unknown>, other) }
          : base
        const value = substitution.value(target, id)
        const sent = substituted(parts, field, value, usual === undefined ? {} : { usual })
        const answer = await send(operation, other, sent)
        expect(answer.text.replaceAll(String(value), ''), 'text of the owner').not.toContain(secretText('OWNER'))
        return { status: answer.status, text: answer.text, normalized: normalizeResponse(answer, value) }
      }
      const toOwned = await request(ownedTarget)
      const toUnknown = await request(unknownTarget)
      expect(toOwned.normalized).toBe(toUnknown.normalized)
      if (substitution.expected === 'success') expect(toOwned.status, toOwned.text).toBeLessThan(300)
      else expect(toOwned.status, toOwned.text).toBe(substitution.expected)
    },
  )
})

it('a customization resolves references in the background only within its own account', async () => {
  const customized = async ({ mark, ids }: Target) => {
    const { id, guidebook } = other
    const place = { libraryExternalId: ids.library }
    const { status, body } = await other.client.send<{ link: string }>('POST', '/content/release', {
      ...plainRelease(id, guidebook, freshCode()),
      accommodation: [
        { externalId: 'POI-1', ...place },
        { externalId: `POI-${mark}`, libraryExternalId: 'SAME' },
      ],
      text: [{ externalId: 'TEXT-1', ...place }],
      additionalAssets: [{ type: 'GEO', externalId: 'ROUTE-1', ...place }],
    })
    expect(status).toBe(202)
    const path = `/content/release/${id}/${body.link}`
    await eventually('the build', 120_000, async () => {
      const { body: build } = await other.client.send<{ state: string }>('GET', `${path}/build`)
      return build.state === 'completed'
    })
    expect((await other.client.download(`${path}/page`)).bytes.toString('utf8')).not.toContain(secretText('OWNER'))
    const { body: audit } = await other.client.send<{ items: { action: string; code: string; message: string }[] }>(
      'GET',
      `${path}/audit?limit=200`,
    )
    return audit.items.map(({ action, code, message }) =>
      [action, code, message].join(' ').replaceAll(ids.library, '…').replaceAll(mark, '…'),
    )
  }
  const entries = await customized(ownedTarget)
  expect(entries.filter((entry) => entry.includes('reference-not-found'))).toHaveLength(4)
  expect(entries.toSorted()).toEqual((await customized(unknownTarget)).toSorted())
}, 900_000)

it('no data of the other account has changed', async () => {
  expect(await stateOf(owner)).toEqual(before)
})

it.each(
  publicOperations
    .filter(({ query }) => query?.properties.cursor !== undefined)
    .map((operation) => [operation.id, operation] as const),
)('%s: another account’s cursor reveals no data of that account', async (_, operation) => {
  const first = await prepare(operation, owner)
  // Without filters, so that there is more than one page.
  const query = { limit: '1' }
  const page = JSON.parse((await send(operation, owner, { ...first, query })).text)
  expect(page.nextCursor).toBeTypeOf('string')
  const own = await prepare(operation, other)
  const { status, text } = await send(operation, other, { ...own, query: { limit: '200', cursor: page.nextCursor } })
  expect(status, text).toBe(200)
  // The response for an import has `rows` instead of `items`.
  const names = (page.items ?? page.rows)
    .map(({ id, link }: { id?: string; link?: string }) => link ?? id)
    .filter(Boolean)
  for (const name of names) expect(text).not.toContain(name)
  expect(text).not.toContain(secretText('OWNER'))
})

it('an Idempotency-Key of one account is unused in another account', async () => {
  const { baseUrl } = system.describe()
  const ping = (key: string) =>
    exchange(baseUrl, {
      method: 'POST',
      path: '/account/webhook/ping',
      headers: { authorization: key, 'idempotency-key': 'the-same-for-both' },
    })
  const theirs = await ping(owner.key)
  const answer = await ping(other.key)
  expect([theirs.status, answer.status, answer.headers['idempotency-replayed']]).toEqual([202, 202, undefined])
  expect(JSON.parse(answer.text).id).not.toBe(JSON.parse(theirs.text).id)
})

describe('the seller of a release', () => {
  const releaseOperations = publicOperations.filter(({ params }) => params?.properties.release !== undefined)
  const request = async (operation: Operation, release: string) => {
    const usual = await prepare(operation, owner)
    const params = { ...usual.params, account: owner.seller.id, release }
    const { key } = owner.seller
    return await call({ baseUrl: system.describe().baseUrl, key }, operation, { ...usual, params })
  }

  it.each(releaseOperations.map((operation) => [operation.id, operation] as const))(
    '%s: succeeds if it is a seller’s operation, otherwise returns the 404 of an unknown release',
    async (id, operation) => {
      const shared = await request(operation, owner.release)
      if (sellerOperations.has(id)) expect(shared.status, shared.text).toBeLessThan(300)
      else {
        expect(shared.status, shared.text).toBe(404)
        const { release } = unknownTarget.ids
        const unknown = await request(operation, release)
        expect(normalizeResponse(shared, owner.release)).toBe(normalizeResponse(unknown, release))
      }
    },
  )

  it('lists only the releases that were shared with it, also by its own code', async () => {
    const { id, client } = owner.seller
    const { body } = await client.send<{ items: { link: string; sellerDownloadCode: number }[] }>(
      'GET',
      `/content/release/${id}?limit=200`,
    )
    const { body: all } = await owner.client.send<{ items: { link: string; seller: { id: string } | null }[] }>(
      'GET',
      `/content/release/${owner.id}?limit=200`,
    )
    const shared = all.items.filter(({ seller }) => seller?.id === id).map(({ link }) => link)
    expect(body.items.map(({ link }) => link).sort()).toEqual(shared.sort())
    const { body: byCode } = await client.send<typeof body>(
      'GET',
      `/content/release/${id}?downloadCode=${downloadCodeOf('OWNER', 1001)}`,
    )
    expect(byCode.items.map(({ sellerDownloadCode }) => sellerDownloadCode)).toEqual([downloadCodeOf('OWNER', 1001)])
  })

  it('can still read its releases after the connection has ended, and gets no new ones', async () => {
    const { id, oid, client } = owner.seller
    const ended = await supportOf(system.describe()).send('DELETE', `/admin/accounts/${owner.id}/connections/${id}`)
    expect(ended.status).toBe(204)
    expect((await client.send('GET', `/content/release/${id}/${owner.release}`)).status).toBe(200)
    const request = plainRelease(owner.id, owner.guidebook, freshCode(), oid)
    await eventually('new releases are refused', 60_000, async () => {
      const { status, body } = await owner.client.send<{ code: string }>('POST', '/content/release', {
        ...request,
        downloadCode: freshCode(),
      })
      return status === 422 && body.code === 'partner-not-connected'
    })
  })
})

describe('operations that are not for partners', () => {
  const admin = Object.values<Operation>(operations).filter(({ audience }) => audience === 'admin')
  const internal = Object.values<Operation>(operations).filter(({ audience }) => audience === 'internal')
  const anyCall = ({ params }: Operation): Call => ({
    params: Object.fromEntries(Object.keys(params?.properties ?? {}).map((name) => [name, owner.id])),
  })
  const named = (list: Operation[]) => list.map((operation) => [operation.id, operation] as const)

  it.each(named(admin))('%s refuses a partner’s key, and is not on the public listener', async (_, operation) => {
    const { adminUrl, baseUrl, adminToken } = system.describe()
    for (const key of [other.key, `Bearer ${other.key}`, null]) {
      expect((await call({ baseUrl: adminUrl, key }, operation, anyCall(operation))).status).toBe(401)
    }
    for (const key of [other.key, `Bearer ${adminToken}`]) {
      expect((await call({ baseUrl, key }, operation, anyCall(operation))).status).toBe(404)
    }
  })

  it.each(named(internal))('%s is not reachable through the gateway', async (_, operation) => {
    const { adminUrl, adminToken, baseUrl, internalUrl } = system.describe()
    // The gateway's internal listener requires a service's token for its own operations, and has no others.
    const refused = operation.service === 'gateway' || operation.service === 'every' ? 401 : 404
    for (const key of [other.key, `Bearer ${adminToken}`, null]) {
      expect((await call({ baseUrl, key }, operation, anyCall(operation))).status).toBe(404)
      if (internalUrl === null) continue
      expect((await call({ baseUrl: internalUrl, key }, operation, anyCall(operation))).status).toBe(refused)
    }
    expect((await call({ baseUrl: adminUrl, key: `Bearer ${adminToken}` }, operation, anyCall(operation))).status).toBe(
      404,
    )
  })

  it.each([
    ['/content/../internal/dead-letters', 404],
    ['/content/geodata/..%2f..%2finternal%2fdead-letters', 400],
    ['/content/geodata/%2e%2e/%2e%2e/internal/dead-letters', 404],
    ['/content/library/..%2F..%2Finternal%2Freferences', 400],
    ['/t/../internal/dead-letters', 404],
    ['/t/x%2f..%2f..%2finternal%2fdead-letters', 400],
    ['//internal/dead-letters', 404],
    ['/content/geodata/;/../../internal/dead-letters', 404],
    ['/content/geodata\\..\\..\\internal\\dead-letters', 400],
  ])('the path %s reaches no operation', async (path, status) => {
    const answer = await exchange(system.describe().baseUrl, {
      method: 'GET',
      path,
      headers: { authorization: other.key, accept: 'application/json' },
    })
    expect(answer.status, answer.text).toBe(status)
  })

  it('a header cannot change the account of a request', async () => {
    const claims = {
      'x-account': owner.id,
      'x-guidebook-account': owner.id,
      'x-forwarded-user': owner.id,
      identity: owner.id,
    }
    const { baseUrl } = system.describe()
    const { text } = await exchange(baseUrl, {
      method: 'GET',
      path: '/account',
      headers: { authorization: other.key, ...claims },
    })
    expect(JSON.parse(text).id).toBe(other.id)
  })
})
