import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { findItemInTurn } from './in-turn.ts'
import type { PoiRow, RouteRow } from './item-row.ts'
import { itemEtag, presentItem } from './present.ts'
import { storedTrack, withOneVersion } from './read-item.ts'

/** RFC 7946. Text pages have no position: 404. */
export const readItemGeojson = (context: Context): Route =>
  route(operations.readItemGeojson, async (request) => {
    const account = ownAccount(request, undefined)
    return await withOneVersion(async () => {
      const row = await findItemInTurn(context, { account, id: request.params.geodata_id }, request.signal)
      if (row.kind === 'text') return fail('not-found', 'A text page has no position, so it has no map file.')
      const geometry = row.kind === 'poi' ? pointOf(row) : await lineOf(context, row, request.signal)
      const { id, ...properties } = presentItem(row)
      const head = JSON.stringify({ type: 'Feature', id, properties }).slice(0, -1)
      const body = Buffer.concat([Buffer.from(`${head},`), geometry, Buffer.from('}')])
      return { status: 200 as const, body, etag: itemEtag(row) }
    })
  })

const pointOf = ({ lat, lng }: PoiRow): Buffer =>
  Buffer.from(`"geometry":${JSON.stringify({ type: 'Point', coordinates: [lng, lat] })}`)

const lineOf = (context: Context, row: RouteRow, signal: AbortSignal): Promise<Buffer> =>
  context.tracks.write('featureGeometry', { account: row.account, signal }, storedTrack(context, row), row.bounds)
