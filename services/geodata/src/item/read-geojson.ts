import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import type { PoiRow, RouteRow } from './item-row.ts'
import { presentItem } from './present.ts'
import { findItem } from './queries.ts'
import { packedOf } from './read-item.ts'

/** RFC 7946. Texts have no place on the map: 404. */
export const readItemGeojson = (context: Context): Route =>
  route(operations.readItemGeojson, async (request) => {
    const { geodata_id: id } = request.params
    const row = await findItem(context.database.knex, ownAccount(request, undefined), id)
    if (row === null) return fail('not-found')
    if (row.kind === 'text') return fail('not-found', 'A text page has no place on the map.')
    const geometry = row.kind === 'poi' ? pointOf(row) : await lineOf(context, row, request.signal)
    const { id: _, ...properties } = presentItem(row)
    const head = JSON.stringify({ type: 'Feature', id: row.id, properties }).slice(0, -1)
    return { status: 200 as const, body: `${head},${geometry}}` }
  })

const pointOf = ({ lat, lng }: PoiRow): string =>
  `"geometry":${JSON.stringify({ type: 'Point', coordinates: [lng, lat] })}`

const lineOf = async (context: Context, row: RouteRow, signal: AbortSignal): Promise<string> => {
  const packed = await packedOf(context, row)
  return await context.tracks.run('featureGeometry', { account: row.account, signal }, packed, row.bounds)
}
