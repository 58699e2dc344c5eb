import { Readable } from 'node:stream'
import { operations, type StoredItem } from '@guidebook/contracts'
import { unpackTrack } from '@guidebook/route-geometry'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import type { StoredTrack } from '../track/track-worker-pool.ts'
import { itemEtag } from './etag.ts'
import type { RouteRow } from './item-row.ts'
import { presentItem, presentRoute } from './present.ts'
import { findItem, readPacked } from './queries.ts'

/** Points up to which an answer is made and checked like any other; a longer one is written by a worker and streamed. */
const smallAnswer = 5_000

export const readItem = (context: Context): Route =>
  route(operations.readItem, async (request) => {
    const { geodata_id: id } = request.params
    const row = (await findItem(context.database.knex, ownAccount(request, undefined), id)) ?? fail('not-found')
    const etag = itemEtag(row)
    if (row.kind !== 'route') return { status: 200 as const, body: presentItem(row), etag }
    if (row.pointCount > smallAnswer) {
      const stream = await longAnswer(context, row, request.signal)
      return { status: 200 as const, stream, etag, contentType: jsonType }
    }
    const body: StoredItem = {
      ...presentRoute(row),
      waypoints: unpackTrack(await storedTrack(context, row).read()).flat(),
    }
    return { status: 200 as const, body, etag }
  })

const jsonType = 'application/json; charset=utf-8'

/** The track of a route that was just found; it may be deleted at the same moment. */
export const storedTrack = ({ database }: Context, { account, id, pointCount }: RouteRow): StoredTrack => ({
  pointCount,
  read: async () => (await readPacked(database.knex, account, id)) ?? fail('not-found'),
})

const longAnswer = async (context: Context, row: RouteRow, signal: AbortSignal): Promise<Readable> => {
  const { account } = row
  const waypoints = await context.tracks.write('waypointsJson', { account, signal }, storedTrack(context, row))
  const head = JSON.stringify(presentRoute(row)).slice(0, -1)
  return Readable.from([Buffer.from(`${head},"waypoints":`), waypoints, Buffer.from('}')])
}
