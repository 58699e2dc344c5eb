/** Guidebooks that cost far more to build than to order. */
import { onDemandRelease } from '../../src/trip.ts'
import type { Attack } from '../attack.ts'
import { hugePng } from '../huge-png.ts'
import type { Party, Stage } from '../stage.ts'

let codes = 900_000

const order = async ({ client }: Party, request: object): Promise<void> => {
  const { status, body } = await client.send<object>('POST', '/content/release/ondemand', request)
  // 202 starts the work; anything else is a refusal, which is as good for the bystander.
  if (status >= 500) throw new Error(`on demand: ${status} ${JSON.stringify(body)}`)
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Orders once from so many accounts, then waits: what was ordered goes on being built. */
const ordering = (name: string, accounts: 1 | 3, requests: (party: Party) => Promise<object[]>): Attack => ({
  name,
  async run({ attackers }: Stage, signal, begun) {
    for (const party of attackers.slice(0, accounts))
      for (const request of await requests(party)) await order(party, request)
    begun()
    await untilAborted(signal)
  },
})

const nested = '<b><i>'.repeat(33_000)

const nestedTexts = async ({ oid, library }: Party): Promise<object[]> => {
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

const hugePictures = async ({ oid, library }: Party): Promise<object[]> => {
  const picture = await hugePng(10_900)
  const request = onDemandRelease(oid, ++codes, library)
  const [stage] = request.guidebook.stages
  const pois = Array.from({ length: 6 }, (_, index) => ({
    content: { type: 'SIGHT', name: `Sight ${index}`, imageBase64: picture(`${index}`), lat: 46.66, lon: 8.02 },
  }))
  return [{ ...request, guidebook: { ...request.guidebook, stages: [{ ...stage, pois }] } }]
}

const manyBuilds = async ({ oid, library }: Party): Promise<object[]> =>
  Array.from({ length: process.env.SOAK === undefined ? 12 : 40 }, () => onDemandRelease(oid, ++codes, library))

export const costlyBuilds: Attack[] = [
  ordering('one account orders two guidebooks of 60 texts of nested tags', 1, nestedTexts),
  ordering('three accounts order guidebooks of 60 texts of nested tags', 3, nestedTexts),
  ordering('an account orders a guidebook with six interlaced pictures of 119 megapixels', 1, hugePictures),
  ordering('three accounts order dozens of guidebooks', 3, manyBuilds),
]
