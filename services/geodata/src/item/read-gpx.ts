import { operations } from '@guidebook/contracts'
import { etagOf, fail, type Route, route, storedAccount } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { waypointGpx } from '../track/gpx-text.ts'
import { itemEtag } from './etag.ts'
import { findItem } from './queries.ts'
import { storedTrack } from './read-item.ts'
import { titleIn } from './title.ts'

/** GPX 1.1, named in the account's language where it is known here. Texts have no place on the map: 404. */
export const readItemGpx = (context: Context): Route =>
  route(operations.readItemGpx, async (request) => {
    const { geodata_id: id } = request.params
    const account = ownAccount(request, undefined)
    const row = await findItem(context.database.knex, account, id)
    if (row === null) return fail('not-found')
    if (row.kind === 'text') return fail('not-found', 'A text page has no place on the map.')
    const language = (await storedAccount(context.database.knex, account))?.defaultLang
    const title = titleIn(row.names, language)
    const body =
      row.kind === 'poi'
        ? waypointGpx(row, title)
        : await context.tracks.write('trackGpx', { account, signal: request.signal }, storedTrack(context, row), title)
    return { status: 200 as const, body, etag: etagOf([itemEtag(row), title]) }
  })
