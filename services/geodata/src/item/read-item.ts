import { Readable } from 'node:stream'
import { operations, type StoredItem } from '@guidebook/contracts'
import { unpackTrack } from '@guidebook/route-geometry'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import type { StoredTrack } from '../track/track-worker-pool.ts'
import { findItemInTurn } from './in-turn.ts'
import type { RouteRow } from './item-row.ts'
import { itemAnswer, itemEtag, presentItem, presentRoute } from './present.ts'
import { readPacked } from './queries.ts'

/** Points up to which an answer is made and checked like any other; a longer one is written by a worker and streamed. */
const smallAnswer = 5_000

export const readItem = (context: Context): Route =>
  route(operations.readItem, async (request) => {
    const account = ownAccount(request, undefined)
    const row = await findItemInTurn(context, { account, id: request.params.geodata_id }, request.signal)
    if (row.kind !== 'route') return itemAnswer(row, presentItem)
    if (row.point_count <= smallAnswer) {
      const waypoints = unpackTrack(await storedTrack(context, row).read()).flat()
      return itemAnswer(row, (route): StoredItem => ({ ...presentRoute(route), waypoints }))
    }
    const waypoints = await context.tracks.write(
      'waypointsJson',
      { account, signal: request.signal },
      storedTrack(context, row),
    )
    const head = JSON.stringify(presentRoute(row)).slice(0, -1)
    const stream = Readable.from([Buffer.from(`${head},"waypoints":`), waypoints, Buffer.from('}')])
    return { status: 200 as const, stream, etag: itemEtag(row), contentType: 'application/json; charset=utf-8' }
  })

/** The track of a route that was just found; it may be deleted at the same moment. */
export const storedTrack = ({ database }: Context, { account, id, point_count }: RouteRow): StoredTrack => ({
  pointCount: point_count,
  read: async () => (await readPacked(database.knex, account, id)) ?? fail('not-found'),
})
