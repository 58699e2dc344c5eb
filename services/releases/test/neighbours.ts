import { randomUUID } from 'node:crypto'
import { type AccountProjection, type ItemKind, operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import { findReferenced, type TestSurroundings } from '@guidebook/service-kit/test'

/** Stubs of the services that releases calls. They follow the contract. */
export interface Neighbours {
  gatewayUrl: string
  geodataUrl: string
  /** The accounts of the gateway. */
  accounts: AccountProjection[]
  /** The guidebooks and items of geodata. */
  guidebooks: { account: string; id: string; customId: string; titles: Record<string, string>; version: number }[]
  items: { account: string; id: string; kind: ItemKind; library: string; customId: string }[]
  /** Number of requests to geodata to resolve references. */
  resolveRequests: number
}

export async function startNeighbours({ play }: TestSurroundings): Promise<Neighbours> {
  const neighbours: Neighbours = {
    gatewayUrl: '',
    geodataUrl: '',
    accounts: [],
    guidebooks: [],
    items: [],
    resolveRequests: 0,
  }
  neighbours.gatewayUrl = await play('gateway', gatewayRoutes(neighbours))
  neighbours.geodataUrl = await play('geodata', geodataRoutes(neighbours))
  return neighbours
}

const gatewayRoutes = ({ accounts }: Neighbours): Route[] => [
  route(operations.readAccount, async ({ params }) => ({
    status: 200,
    body: { account: accounts.find(({ id }) => id === params.account_id) ?? null },
  })),
  route(operations.findAccountByOid, async ({ query }) => ({
    status: 200,
    body: { account: accounts.find(({ oid }) => oid === query.oid) ?? null },
  })),
]

const geodataRoutes = (neighbours: Neighbours): Route[] => [
  route(operations.findGuidebooks, async ({ body }) => {
    const results = body.questions.map((question) => {
      const found = neighbours.guidebooks.find(
        ({ account, customId }) => account === question.account && customId === question.customId,
      )
      if (found === undefined) return null
      const { account: _, ...guidebook } = found
      return guidebook
    })
    return { status: 200, body: { results } }
  }),
  route(operations.resolveReferences, async ({ body }) => {
    neighbours.resolveRequests++
    const results = body.references.map((reference) => {
      const found = findReferenced(neighbours.items, body.account, reference)
      if (found === undefined) return null
      const { account: _, ...item } = found
      return item
    })
    return { status: 200, body: { results } }
  }),
]

/** Adds a guidebook to geodata. */
export function addGuidebook(
  neighbours: Neighbours,
  account: string,
  customId = 'GB-1',
  titles = { en: 'Over the passes' },
) {
  const guidebook = { account, id: randomUUID(), customId, titles, version: 3 }
  neighbours.guidebooks.push(guidebook)
  return guidebook
}

/** Adds an item in a library to geodata. */
export function addItem(neighbours: Neighbours, account: string, kind: ItemKind, customId: string, library = 'LIB') {
  const item = { account, id: randomUUID(), kind, library, customId }
  neighbours.items.push(item)
  return item
}
