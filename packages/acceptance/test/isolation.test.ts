/**
 * What one account can see, touch or learn of another: nothing. Every operation of the OpenAPI document is walked with the other's ids in
 * every place; which operations and places there are is read from the contracts, so that a new one fails here until somebody says how it
 * is asked.
 */
import { type Operation, operations } from '@guidebook/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, createThings, leak, type Things } from '../src/account/fixtures.ts'
import { freshCode, requests } from '../src/account/requests.ts'
import { type Call, call } from '../src/contract/call.ts'
import { identifyingFields, publicOperations } from '../src/contract/fields.ts'
import { eventually } from '../src/eventually.ts'
import { exchange } from '../src/exchange.ts'
import { supportOf } from '../src/partners.ts'
import type { StandingSystem } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { plainRelease } from '../src/trip.ts'
import { type Acknowledger, acknowledgeEverything } from '../src/webhook-receiver.ts'
import { likeness } from './isolation/likeness.ts'
import { sellers } from './isolation/sharing.ts'
import { fileFields, nobodys, substituted, substitutionFor, type Whose } from './isolation/substitutions.ts'

let system: StandingSystem
let receiver: Acknowledger
let owner: Things
let other: Things
let owned: Whose
let missing: Whose
let before: Record<string, unknown>

beforeAll(async () => {
  system = await sharedSystem()
  receiver = await acknowledgeEverything(system.describe())
  ;[owner, other] = await Promise.all([
    createThings(system.describe(), 'OWNER'),
    createThings(system.describe(), 'OTHER'),
  ])
  owned = { mark: 'OWNER', things: owner }
  missing = { mark: 'NONES', things: nobodys(owner) }
  before = await stateOf(owner)
}, 300_000)
afterAll(async () => {
  await receiver?.stop()
}, 120_000)

const fieldsOf = (operation: Operation): string[] => [...identifyingFields(operation), ...fileFields(operation.id)]
const keyFor = ({ audience }: Operation, { key }: Things) => (audience === 'traveller' ? null : key)
const prepare = async ({ id }: Operation, own: Things): Promise<Call> => {
  const request = requests[id as keyof typeof requests]
  if (request === undefined) throw new Error(`${id}: nobody has said how it is asked (test/isolation/requests.ts)`)
  return request(own)
}
const send = (operation: Operation, own: Things, parts: Call) =>
  call({ baseUrl: system.describe().baseUrl, key: keyFor(operation, own) }, operation, parts)

/** Everything that an account can read of its own. */
async function stateOf(own: Things): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  for (const operation of publicOperations.filter(({ method }) => method === 'GET')) {
    const answer = await send(operation, own, await prepare(operation, own))
    expect(answer.status, `${operation.id}: ${answer.text}`).toBe(200)
    // What is looked at here is counted there.
    if (operation.id === 'readAnalytics') continue
    state[operation.id] = answer.text
  }
  return state
}

describe.each(publicOperations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  it('does what it is for with an account’s own things', async () => {
    const { status, text } = await send(operation, other, await prepare(operation, other))
    expect(status, text).toBeLessThan(300)
  })

  const fields = fieldsOf(operation)
  // The link is the secret itself: whoever has it may look, and what is not known is guessed by nobody.
  const secret = operation.audience === 'traveller' ? ['path /link'] : []
  it.each(fields.filter((field) => !secret.includes(field)))(
    '%s: another’s is answered as one that is not there',
    async (field) => {
      const substitution = substitutionFor(id, field)
      if (substitution === null)
        throw new Error(`${id} ${field}: nobody has said what to put there (test/isolation/substitutions.ts)`)
      const usual = substitution.usual?.(other)
      const ask = async (whose: Whose) => {
        const base = await prepare(operation, other)
        const { body } = base
        const parts = substitution.within
          ? { ...base, body: substitution.within(body as Record<string, unknown>, other) }
          : base
        const value = substitution.value(whose, id)
        const sent = substituted(parts, field, value, usual === undefined ? {} : { usual })
        const answer = await send(operation, other, sent)
        expect(answer.text.replaceAll(String(value), ''), 'something of the owner').not.toContain(leak('OWNER'))
        return { status: answer.status, text: answer.text, likeness: likeness(answer, value) }
      }
      const foreign = await ask(owned)
      const nobody = await ask(missing)
      expect(foreign.likeness).toBe(nobody.likeness)
      if (substitution.answer === 'unnoticed') expect(foreign.status, foreign.text).toBeLessThan(300)
      else expect(foreign.status, foreign.text).toBe(substitution.answer)
    },
  )
})

it('what a customization looks for in the background, it looks for in its own account alone', async () => {
  const customized = async ({ mark, things }: Whose) => {
    const { id, guidebook } = other
    const place = { libraryExternalId: things.library }
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
    expect((await other.client.download(`${path}/page`)).bytes.toString('utf8')).not.toContain(leak('OWNER'))
    const { body: audit } = await other.client.send<{ items: { action: string; code: string; message: string }[] }>(
      'GET',
      `${path}/audit?limit=200`,
    )
    return audit.items.map(({ action, code, message }) =>
      [action, code, message].join(' ').replaceAll(things.library, '…').replaceAll(mark, '…'),
    )
  }
  const foreign = await customized(owned)
  expect(foreign.filter((entry) => entry.includes('reference-missing'))).toHaveLength(4)
  expect(foreign.toSorted()).toEqual((await customized(missing)).toSorted())
}, 300_000)

it('nothing of the other account has changed', async () => {
  expect(await stateOf(owner)).toEqual(before)
})

it.each(
  publicOperations
    .filter(({ query }) => query?.properties.cursor !== undefined)
    .map((operation) => [operation.id, operation] as const),
)('%s: another’s cursor shows nothing of the other', async (_, operation) => {
  const first = await prepare(operation, owner)
  // Without a filter, which could leave a single page.
  const query = { limit: '1' }
  const page = JSON.parse((await send(operation, owner, { ...first, query })).text)
  expect(page.nextCursor).toBeTypeOf('string')
  const own = await prepare(operation, other)
  const { status, text } = await send(operation, other, { ...own, query: { limit: '200', cursor: page.nextCursor } })
  expect(status, text).toBe(200)
  // The rows of an import stand beside what is said of it.
  const names = (page.items ?? page.rows)
    .map(({ id, link }: { id?: string; link?: string }) => link ?? id)
    .filter(Boolean)
  for (const name of names) expect(text).not.toContain(name)
  expect(text).not.toContain(leak('OWNER'))
})

it('an Idempotency-Key of one account is unknown of another', async () => {
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
  const ofRelease = publicOperations.filter(({ params }) => params?.properties.release !== undefined)
  const ask = async (operation: Operation, release: string) => {
    const usual = await prepare(operation, owner)
    const params = { ...usual.params, account: owner.seller.id, release }
    const { key } = owner.seller
    return await call({ baseUrl: system.describe().baseUrl, key }, operation, { ...usual, params })
  }

  it.each(ofRelease.map((operation) => [operation.id, operation] as const))(
    '%s: may what its part is, and else finds no such release',
    async (id, operation) => {
      const shared = await ask(operation, owner.release)
      if (sellers.has(id)) expect(shared.status, shared.text).toBeLessThan(300)
      else {
        expect(shared.status, shared.text).toBe(404)
        expect(likeness(shared, owner.release)).toBe(
          likeness(await ask(operation, missing.things.release), missing.things.release),
        )
      }
    },
  )

  it('lists what was shared with it, by its own code, and nothing else', async () => {
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
      `/content/release/${id}?downloadCode=${codeOf('OWNER', 1001)}`,
    )
    expect(byCode.items.map(({ sellerDownloadCode }) => sellerDownloadCode)).toEqual([codeOf('OWNER', 1001)])
  })

  it('after the connection has ended it keeps what it sold, and gets nothing new', async () => {
    const { id, oid, client } = owner.seller
    const ended = await supportOf(system.describe()).send('DELETE', `/admin/accounts/${owner.id}/connections/${id}`)
    expect(ended.status).toBe(204)
    expect((await client.send('GET', `/content/release/${id}/${owner.release}`)).status).toBe(200)
    const request = plainRelease(owner.id, owner.guidebook, freshCode(), oid)
    await eventually('new releases are refused', 30_000, async () => {
      const { status, body } = await owner.client.send<{ code: string }>('POST', '/content/release', {
        ...request,
        downloadCode: freshCode(),
      })
      return status === 422 && body.code === 'partner-not-connected'
    })
  })
})

describe('what is not for partners', () => {
  const admin = Object.values<Operation>(operations).filter(({ audience }) => audience === 'admin')
  const internal = Object.values<Operation>(operations).filter(({ audience }) => audience === 'internal')
  const anyCall = ({ params }: Operation): Call => ({
    params: Object.fromEntries(Object.keys(params?.properties ?? {}).map((name) => [name, owner.id])),
  })
  const named = (list: Operation[]) => list.map((operation) => [operation.id, operation] as const)

  it.each(named(admin))('%s refuses a partner’s key, and is not on the public side at all', async (_, operation) => {
    const { adminUrl, baseUrl, adminToken } = system.describe()
    for (const key of [other.key, `Bearer ${other.key}`, null]) {
      expect((await call({ baseUrl: adminUrl, key }, operation, anyCall(operation))).status).toBe(401)
    }
    for (const key of [other.key, `Bearer ${adminToken}`]) {
      expect((await call({ baseUrl, key }, operation, anyCall(operation))).status).toBe(404)
    }
  })

  it.each(named(internal))('%s is not reached through the gateway', async (_, operation) => {
    const { adminUrl, adminToken, baseUrl, internalUrl } = system.describe()
    // The gateway's listener for other services wants a service's token for what it has, and has nothing else.
    const refused = operation.service === 'gateway' || operation.service === 'every' ? 401 : 404
    for (const key of [other.key, `Bearer ${adminToken}`, null]) {
      expect((await call({ baseUrl, key }, operation, anyCall(operation))).status).toBe(404)
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
  ])('the path %s leads nowhere', async (path, status) => {
    const answer = await exchange(system.describe().baseUrl, {
      method: 'GET',
      path,
      headers: { authorization: other.key, accept: 'application/json' },
    })
    expect(answer.status, answer.text).toBe(status)
  })

  it('a header cannot say who asks', async () => {
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
