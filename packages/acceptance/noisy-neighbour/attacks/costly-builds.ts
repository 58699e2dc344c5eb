/** Guidebooks that are far more expensive to build than to request. */

import { isSoak } from '../../src/is-soak.ts'
import { onDemandRelease } from '../../src/trip.ts'
import type { Attack } from '../attack.ts'
import { hugePng } from '../huge-png.ts'
import type { PreparedAccount, Scenario } from '../scenario.ts'

/** The short form has fewer of each: the builds that wait behind the first ones cost time and show nothing more. */
const [pictures, builds] = isSoak ? [6, 40] : [2, 4]

let codes = 900_000

const requestRelease = async ({ client }: PreparedAccount, request: object): Promise<void> => {
  const { status, body } = await client.send<object>('POST', '/content/release/ondemand', request)
  // 202 starts a build. A refusal protects the bystander as well.
  if (status >= 500) throw new Error(`on demand: ${status} ${JSON.stringify(body)}`)
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Requests releases from `accounts` accounts, then waits while they are built. */
const requesting = (
  name: string,
  accounts: 1 | 3,
  requests: (account: PreparedAccount) => Promise<object[]>,
): Attack => ({
  name,
  async run({ attackers }: Scenario, signal, begun) {
    for (const account of attackers.slice(0, accounts))
      for (const request of await requests(account)) await requestRelease(account, request)
    begun()
    await untilAborted(signal)
  },
})

const nested = '<b><i>'.repeat(33_000)

const nestedTexts = async ({ oid, library }: PreparedAccount): Promise<object[]> => {
  const release = () => {
    const request = onDemandRelease(oid, ++codes, library)
    const texts = Array.from({ length: 60 }, (_, index) => ({
      content: { name: `Text ${index}`, description: nested },
    }))
    const [stage] = request.guidebook.stages
    return { ...request, guidebook: { ...request.guidebook, stages: [{ ...stage, texts }] } }
  }
  return [release(), release()]
}

const hugePictures = async ({ oid, library }: PreparedAccount): Promise<object[]> => {
  const picture = hugePng(10_900)
  const request = onDemandRelease(oid, ++codes, library)
  const [stage] = request.guidebook.stages
  const pois = Array.from({ length: pictures }, (_, index) => ({
    content: { type: 'SIGHT', name: `Sight ${index}`, imageBase64: picture(`${index}`), lat: 46.66, lon: 8.02 },
  }))
  return [{ ...request, guidebook: { ...request.guidebook, stages: [{ ...stage, pois }] } }]
}

const manyBuilds = async ({ oid, library }: PreparedAccount): Promise<object[]> =>
  Array.from({ length: builds }, () => onDemandRelease(oid, ++codes, library))

/** The pictures are first: an account's builds run in the order of the requests. */
export const costlyBuilds: Attack[] = [
  requesting(`an account requests a guidebook with ${pictures} interlaced pictures of 119 megapixels`, 1, hugePictures),
  requesting('one account requests two guidebooks with 60 texts of nested tags', 1, nestedTexts),
  requesting('three accounts request guidebooks with 60 texts of nested tags', 3, nestedTexts),
  requesting('three accounts request many guidebooks', 3, manyBuilds),
]
