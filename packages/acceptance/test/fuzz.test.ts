/** Every operation, asked with anything that its contract allows and with much that it does not. */
import { type Operation, operations } from '@guidebook/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createThings, type Things } from '../src/account/fixtures.ts'
import { call, pathOf } from '../src/contract/call.ts'
import { expectContract } from '../src/contract/expect-contract.ts'
import { publicOperations } from '../src/contract/fields.ts'
import { exchange, type Received } from '../src/exchange.ts'
import type { StandingSystem } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { type Acknowledger, acknowledgeEverything } from '../src/webhook-receiver.ts'
import { brokenBodies, brokenHeaders, brokenQueries, brokenSegments } from './fuzz/broken-call.ts'
import { expectKept } from './fuzz/read-back.ts'
import { drafts, toCall } from './fuzz/valid-call.ts'

/** How often each property is tried; `npm run soak` tries many more. */
const soak = process.env.SOAK !== undefined
const good = soak ? 100 : 2
const bad = soak ? 500 : 8
const timeout = soak ? 3_600_000 : 60_000

let system: StandingSystem
let receiver: Acknowledger
let own: Things
beforeAll(async () => {
  system = await sharedSystem()
  receiver = await acknowledgeEverything(system.describe())
  own = await createThings(system.describe(), 'OTHER')
}, 300_000)
afterAll(async () => {
  await receiver?.stop()
}, 120_000)

const holds = <T>(values: fc.Arbitrary<T>, numRuns: number, check: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(values, check), { numRuns, endOnFailure: !soak })

const callerOf = ({ audience }: Operation) => ({
  baseUrl: system.describe().baseUrl,
  key: audience === 'traveller' ? null : own.key,
})
const asksForSomething = ({ params, query, body, bodyContentTypes }: Operation) =>
  [params, query, body, bodyContentTypes].some((part) => part !== undefined)
const asked = publicOperations.filter(asksForSomething).map((operation) => [operation.id, operation] as const)

describe('what the contract allows is done, answered as declared, and read again as it was sent', () => {
  it.each(asked)(
    '%s',
    (id, operation) =>
      holds(drafts(operation), good, async (draft) => {
        const sent = await toCall(operation, own, draft)
        const answer = await call(callerOf(operation), operation, sent)
        expect(answer.status, `${answer.text}\n${JSON.stringify(sent).slice(0, 2000)}`).toBeLessThan(300)
        expectContract(operation, answer, sent.body)
        await expectKept(callerOf(operation), own, id, sent, answer.text)
      }),
    timeout,
  )
})

const jsonIn = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // No JSON, so there is nothing that a pointer could point into.
    return undefined
  }
}

describe('what the contract does not allow is refused as declared, and brings nothing down', () => {
  const withBody = asked.filter(
    ([, { body, bodyContentTypes }]) => body !== undefined || bodyContentTypes !== undefined,
  )
  it.each(withBody)(
    '%s: any body',
    (_, operation) =>
      holds(fc.tuple(drafts(operation), brokenBodies, brokenHeaders), bad, async ([draft, breaks, headers]) => {
        const sent = await toCall(operation, own, draft)
        const { bytes, contentType } = breaks(sent.body ?? sent.file)
        const { baseUrl, key } = callerOf(operation)
        const answer = await exchange(baseUrl, {
          method: operation.method,
          path: pathOf(operation, sent),
          headers: { accept: 'application/json', authorization: key ?? '', 'content-type': contentType, ...headers },
          body: bytes,
        })
        expectContract(operation, answer, jsonIn(bytes))
      }),
    timeout,
  )

  const withParameters = asked.filter(([, { params, query }]) => params !== undefined || query !== undefined)
  it.each(withParameters)(
    '%s: any path and query',
    (_, operation) => {
      const names = Object.keys(operation.query?.properties ?? {})
      const parts = fc.tuple(
        fc.array(fc.option(brokenSegments), { minLength: 4, maxLength: 4 }),
        fc.option(brokenQueries(names)),
        brokenHeaders,
      )
      return holds(parts, bad, async ([segments, query, headers]) => {
        const { baseUrl, key } = callerOf(operation)
        let index = 0
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
          const known: Record<string, string> = {
            account: own.id,
            release: own.release,
            link: own.release,
            flag: '1',
            geodata_id: own.poiId,
          }
          return segments[index++] ?? known[name] ?? 'x'
        })
        const body = operation.body === undefined ? undefined : '{}'
        const answer = await exchange(baseUrl, {
          method: operation.method,
          path: query === null ? path : `${path}?${query}`,
          headers: {
            accept: 'application/json',
            ...(key === null ? {} : { authorization: key }),
            'content-type': 'application/json',
            ...headers,
          },
          body,
        })
        expectAnyContract(operation, answer)
      })
    },
    timeout,
  )
})

describe('support’s side answers as declared, whatever it is asked', () => {
  const support = Object.values<Operation>(operations).filter(({ audience }) => audience === 'admin')
  it.each(support.map((operation) => [operation.id, operation] as const))(
    '%s',
    (_, operation) =>
      holds(
        fc.tuple(drafts(operation), fc.option(brokenBodies), fc.option(brokenSegments)),
        bad,
        async ([{ params, body }, breaks, segment]) => {
          const { adminUrl, adminToken } = system.describe()
          const textOf = (name: string) => (name === 'account_id' ? own.id : String(params?.[name]))
          const path = operation.path.replaceAll(
            /\{(\w+)\}/g,
            (_match, name: string) => segment ?? encodeURIComponent(textOf(name)),
          )
          const asItIs = { bytes: Buffer.from(JSON.stringify(body ?? null)), contentType: 'application/json' }
          const { bytes, contentType } = breaks?.(body) ?? asItIs
          const answer = await exchange(adminUrl, {
            method: operation.method,
            path,
            headers: { accept: 'application/json', authorization: `Bearer ${adminToken}`, 'content-type': contentType },
            body: operation.body === undefined ? undefined : bytes,
          })
          expectAnyContract(operation, answer, jsonIn(bytes))
        },
      ),
    timeout,
  )
})

/** A broken path may be that of another operation, or of none. */
function expectAnyContract(operation: Operation, answer: Received, sent: unknown = {}): void {
  expect(answer.status, `${operation.id}: ${answer.text.slice(0, 500)}`).toBeLessThan(500)
  expect(answer.headers['x-injected']).toBeUndefined()
  if (answer.headers['content-type']?.startsWith('application/problem+json'))
    expectContract({ ...operation, errors: [...operation.errors, 'method-not-allowed'] }, answer, sent)
}

it('the whole system is still well', async () => {
  for (const { healthUrl } of Object.values(system.describe().services))
    expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200)
  expect(Object.keys(operations).length).toBeGreaterThan(asked.length)
})
