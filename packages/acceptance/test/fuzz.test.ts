/** Calls every operation with generated requests: some that its contract allows, and many that it does not. */
import { commonErrors, type Operation, operations } from '@guidebook/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixtures, type Fixtures } from '../src/account/fixtures.ts'
import { call, pathOf } from '../src/contract/call.ts'
import { expectContract } from '../src/contract/expect-contract.ts'
import { ownOperations, publicOperations } from '../src/contract/fields.ts'
import { exchange, type Received } from '../src/exchange.ts'
import { isSoak } from '../src/is-soak.ts'
import { supportOf } from '../src/partners.ts'
import { isRemote, setupMs } from '../src/remote-system.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { acknowledgeOwn, type OwnAcknowledger } from '../src/webhook-receiver.ts'
import { brokenBodies, brokenHeaders, brokenQueries, brokenSegments } from './fuzz/broken-call.ts'
import { expectReadBack } from './fuzz/read-back.ts'
import { drafts, toCall, usualCall } from './fuzz/valid-call.ts'

/** Runs of each property. */
const validRuns = isSoak ? 100 : 2
const invalidRuns = isSoak ? 500 : 4
// A remote system has limits per minute.
const timeout = isSoak || isRemote ? 3_600_000 : 300_000

let system: SystemHandle
let receiver: OwnAcknowledger
let own: Fixtures
beforeAll(async () => {
  system = await sharedSystem()
  receiver = await acknowledgeOwn(system.describe())
  own = await createFixtures(receiver.description, 'OTHER')
}, setupMs)
afterAll(async () => {
  await receiver?.stop()
}, 900_000)

const holds = <T>(values: fc.Arbitrary<T>, numRuns: number, check: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(values, check), { numRuns, endOnFailure: !isSoak })

const callerOf = ({ audience }: Operation) => ({
  baseUrl: system.describe().baseUrl,
  key: audience === 'traveller' ? null : own.key,
})
const takesInput = ({ params, query, body, bodyContentTypes }: Operation) =>
  [params, query, body, bodyContentTypes].some((part) => part !== undefined)
const withInput = publicOperations.filter(takesInput).map((operation) => [operation.id, operation] as const)

const succeeding = withInput.filter(([, operation]) => ownOperations.includes(operation))

describe('a request that the contract allows succeeds with the declared response, and reads return what was sent', () => {
  it.each(succeeding)(
    '%s',
    (id, operation) =>
      holds(drafts(operation), validRuns, async (draft) => {
        const sent = toCall(operation, own, await usualCall(operation, own), draft)
        const answer = await call(callerOf(operation), operation, sent)
        expect(answer.status, `${answer.text}\n${JSON.stringify(sent).slice(0, 2000)}`).toBeLessThan(300)
        expectContract(operation, answer, sent.body)
        await expectReadBack(callerOf(operation), own, id, sent, answer.text)
      }),
    timeout,
  )
})

const jsonIn = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // Without JSON there are no pointers to check.
    return undefined
  }
}

describe('a request that the contract forbids is refused with a declared error, and crashes nothing', () => {
  const withBody = withInput.filter(
    ([, { body, bodyContentTypes }]) => body !== undefined || bodyContentTypes !== undefined,
  )
  it.each(withBody)(
    '%s: any body',
    async (_, operation) => {
      const usual = await usualCall(operation, own)
      const parts = fc.tuple(drafts(operation), brokenBodies, brokenHeaders)
      await holds(parts, invalidRuns, async ([draft, breaks, headers]) => {
        const sent = toCall(operation, own, usual, draft)
        const { bytes, contentType } = breaks(sent.body ?? sent.file)
        const { baseUrl, key } = callerOf(operation)
        const answer = await exchange(baseUrl, {
          method: operation.method,
          path: pathOf(operation, sent),
          headers: { accept: 'application/json', authorization: key ?? '', 'content-type': contentType, ...headers },
          body: bytes,
        })
        expectContract(operation, answer, jsonIn(bytes))
      })
    },
    timeout,
  )

  const withParameters = withInput.filter(([, { params, query }]) => params !== undefined || query !== undefined)
  it.each(withParameters)(
    '%s: any path and query',
    (_, operation) => {
      const names = Object.keys(operation.query?.properties ?? {})
      const parts = fc.tuple(
        fc.array(fc.option(brokenSegments), { minLength: 4, maxLength: 4 }),
        fc.option(brokenQueries(names)),
        brokenHeaders,
      )
      return holds(parts, invalidRuns, async ([segments, query, headers]) => {
        const { baseUrl, key } = callerOf(operation)
        let index = 0
        let isBroken = false
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
          const values: Record<string, string> = {
            account: own.id,
            release: own.release,
            link: own.release,
            flag: '1',
            geodata_id: own.poiId,
          }
          const broken = segments[index++]
          isBroken ||= broken !== null
          return broken ?? values[name] ?? 'x'
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
        expectAnyContract(isBroken ? withAllErrors(operation) : operation, answer)
      })
    },
    timeout,
  )
})

describe('an operation of support returns a declared response to any request', () => {
  const support = Object.values<Operation>(operations).filter(({ audience }) => audience === 'admin')
  it.each(support.map((operation) => [operation.id, operation] as const))(
    '%s',
    (_, operation) =>
      holds(
        fc.tuple(drafts(operation), fc.option(brokenBodies), fc.option(brokenSegments)),
        invalidRuns,
        async ([{ params, body }, breaks, segment]) => {
          const { adminUrl, adminToken } = system.describe()
          const textOf = (name: string) => (name === 'account_id' ? own.id : String(params?.[name]))
          const path = operation.path.replaceAll(
            /\{(\w+)\}/g,
            (_match, name: string) => segment ?? encodeURIComponent(textOf(name)),
          )
          const unbroken = { bytes: Buffer.from(JSON.stringify(body ?? null)), contentType: 'application/json' }
          const { bytes, contentType } = breaks?.(body) ?? unbroken
          const answer = await exchange(adminUrl, {
            method: operation.method,
            path,
            headers: { accept: 'application/json', authorization: `Bearer ${adminToken}`, 'content-type': contentType },
            body: operation.body === undefined ? undefined : bytes,
          })
          expectAnyContract(withAllErrors(operation), answer, jsonIn(bytes))
        },
      ),
    timeout,
  )
})

/** A broken path may match another operation, or none. */
const withAllErrors = (operation: Operation): Operation => ({
  ...operation,
  errors: [...operation.errors, ...commonErrors],
})

function expectAnyContract(operation: Operation, answer: Received, sent: unknown = {}): void {
  expect(answer.status, `${operation.id}: ${answer.text.slice(0, 500)}`).toBeLessThan(500)
  expect(answer.headers['x-injected']).toBeUndefined()
  if (answer.headers['content-type']?.startsWith('application/problem+json')) expectContract(operation, answer, sent)
}

it('every service is still ready', async () => {
  const { body } = await supportOf(system.describe()).send<{ parts: { status: string }[] }>('GET', '/admin/status')
  expect(new Set(body.parts.map(({ status }) => status))).toEqual(new Set(['up']))
  expect(Object.keys(operations).length).toBeGreaterThan(withInput.length)
})
