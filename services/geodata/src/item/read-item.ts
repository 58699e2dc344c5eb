import { Readable } from 'node:stream'
import { operations, type StoredItem } from '@guidebook/contracts'
import { unpackTrack } from '@guidebook/route-geometry'
import { DependencyUnavailableError, fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { hashOf } from '../track/measure-track.ts'
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
    return await withOneVersion(async () => {
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
  })

/** The points of a route were replaced after its row was read. */
class TrackReplacedError extends Error {
  override readonly name = 'TrackReplacedError'
}

/** Most times that an item is read for a response. */
const mostReads = 5

/** Makes a response from an item and its `storedTrack`. Both are read again when the track is replaced meanwhile, so that they fit together. */
export async function withOneVersion<T>(read: () => Promise<T>): Promise<T> {
  for (let reads = 1; ; reads++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof TrackReplacedError)) throw error
      if (reads === mostReads) throw new DependencyUnavailableError(error.message, { cause: error })
    }
  }
}

/** The track of a route that was just found, for `withOneVersion`; it may be deleted at the same moment. */
export const storedTrack = (
  { database }: Context,
  { account, id, point_count, track_sha256 }: RouteRow,
): StoredTrack => ({
  pointCount: point_count,
  async read() {
    const packed = (await readPacked(database.knex, account, id)) ?? fail('not-found')
    if (hashOf(packed) !== track_sha256) throw new TrackReplacedError('the track was replaced meanwhile')
    return packed
  },
})
