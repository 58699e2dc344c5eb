import { Readable } from 'node:stream'
import { operations, type StoredItem } from '@guidebook/contracts'
import { unpackTrack } from '@guidebook/route-geometry'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
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
    const packed = await packedOf(context, row)
    if (row.pointCount > smallAnswer) {
      return {
        status: 200 as const,
        stream: await longAnswer(context, row, packed, request.signal),
        etag,
        contentType: jsonType,
      }
    }
    const body: StoredItem = { ...presentRoute(row), waypoints: unpackTrack(packed).flat() }
    return { status: 200 as const, body, etag }
  })

const jsonType = 'application/json; charset=utf-8'

/** The packed track of a route that was just found; it may be deleted at the same moment. */
export const packedOf = async ({ database }: Context, row: RouteRow): Promise<Buffer> =>
  (await readPacked(database.knex, row.account, row.id)) ?? fail('not-found')

const longAnswer = async (
  { tracks }: Context,
  row: RouteRow,
  packed: Buffer,
  signal: AbortSignal,
): Promise<Readable> => {
  const waypoints = await tracks.run('waypointsJson', { account: row.account, signal }, packed)
  const head = JSON.stringify(presentRoute(row)).slice(0, -1)
  return Readable.from([Buffer.from(`${head},"waypoints":`), Buffer.from(waypoints), Buffer.from('}')])
}
