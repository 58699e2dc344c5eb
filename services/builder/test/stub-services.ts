import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type BuildInput,
  type GuidebookContent,
  type GuidebookToStore,
  type ItemContent,
  operations,
} from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import { findReferenced, type TestSurroundings } from '@guidebook/service-kit/test'

/** Stubs of geodata and releases that conform to the contract. */
export interface StubServices {
  geodataUrl: string
  releasesUrl: string
  /** Content of geodata. */
  guidebooks: GuidebookContent[]
  items: (ItemContent & { account: string })[]
  /** Packed tracks by the item's id. */
  tracks: Map<string, Uint8Array>
  /** Guidebooks stored by the builder, by the release's key. */
  stored: Map<string, { id: string; version: number; guidebook: GuidebookToStore; times: number }>
  /** Build inputs of releases, by link. */
  inputs: Map<string, BuildInput>
  /** Called with the operation's id and the account before each response; may throw or wait. */
  before: (operation: string, account: string) => Promise<void> | void
  /** Number of calls per operation. */
  calls: Map<string, number>
}

export async function startStubServices({ play }: TestSurroundings): Promise<StubServices> {
  const stubs: StubServices = {
    geodataUrl: '',
    releasesUrl: '',
    guidebooks: [],
    items: [],
    tracks: new Map(),
    stored: new Map(),
    inputs: new Map(),
    before: () => undefined,
    calls: new Map(),
  }
  stubs.geodataUrl = await play('geodata', geodataRoutes(stubs))
  stubs.releasesUrl = await play('releases', releasesRoutes(stubs))
  return stubs
}

async function asked(stubs: StubServices, operation: string, account: string): Promise<void> {
  stubs.calls.set(operation, (stubs.calls.get(operation) ?? 0) + 1)
  await stubs.before(operation, account)
}

const releasesRoutes = (stubs: StubServices): Route[] => [
  route(operations.readBuildInput, async ({ params, query }) => {
    await asked(stubs, 'readBuildInput', stubs.inputs.get(params.link)?.release.account ?? '')
    const input = stubs.inputs.get(params.link) ?? fail('not-found')
    if (input.release.generation > query.generation) fail('generation-superseded')
    return { status: 200, body: input }
  }),
]

const geodataRoutes = (stubs: StubServices): Route[] => [
  route(operations.readGuidebookContent, async ({ params, query }) => {
    await asked(stubs, 'readGuidebookContent', query.account)
    const found = stubs.guidebooks.find(({ id, account }) => id === params.guidebook_id && account === query.account)
    return { status: 200, body: found ?? fail('not-found') }
  }),
  route(operations.resolveReferences, async ({ body }) => {
    await asked(stubs, 'resolveReferences', body.account)
    const results = body.references.map((reference) => {
      const found = findReferenced(stubs.items, body.account, reference)
      if (!found) return null
      const { id, kind, customId, library } = found
      return { id, kind, customId, library }
    })
    return { status: 200, body: { results } }
  }),
  route(operations.readItemContents, async ({ body }) => {
    await asked(stubs, 'readItemContents', body.account)
    const items = stubs.items.filter(({ id, account }) => account === body.account && body.ids.includes(id))
    return { status: 200, body: { items: items.map(({ account: _, ...item }) => item) } }
  }),
  route(operations.readTrack, async ({ params, query }) => {
    await asked(stubs, 'readTrack', query.account)
    const track = stubs.tracks.get(params.item_id) ?? fail('not-found')
    return { status: 200, stream: Readable.from([Buffer.from(track)]), contentType: 'application/octet-stream' }
  }),
  route(operations.storeGuidebook, async ({ params, body }) => {
    await asked(stubs, 'storeGuidebook', body.account)
    const before = stubs.stored.get(params.release_key)
    if (before && before.guidebook.generation > body.generation) fail('generation-superseded')
    const isSame = before?.guidebook.generation === body.generation
    const stored = {
      id: before?.id ?? randomUUID(),
      version: isSame ? before.version : (before?.version ?? 0) + 1,
      guidebook: body,
      times: (before?.times ?? 0) + 1,
    }
    stubs.stored.set(params.release_key, stored)
    return { status: 200, body: { guidebook: { id: stored.id, version: stored.version } } }
  }),
]
