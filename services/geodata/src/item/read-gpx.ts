import { operations } from '@guidebook/contracts'
import { etagOf, fail, type Route, route, storedAccount } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { waypointGpx } from '../track/gpx-text.ts'
import { findItemInTurn } from './in-turn.ts'
import type { Texts } from './item-row.ts'
import { itemEtag } from './present.ts'
import { storedTrack, withOneVersion } from './read-item.ts'

/** GPX 1.1 with a title in the account's language, if that is known here. Text pages have no position: 404. */
export const readItemGpx = (context: Context): Route =>
  route(operations.readItemGpx, async (request) => {
    const account = ownAccount(request, undefined)
    return await withOneVersion(async () => {
      const [row, settings] = await Promise.all([
        findItemInTurn(context, { account, id: request.params.geodata_id }, request.signal),
        storedAccount(context.database.knex, account),
      ])
      if (row.kind === 'text') return fail('not-found', 'A text page has no position, so it has no map file.')
      const title = titleIn(row.names, settings?.defaultLang)
      const owner = { account, signal: request.signal }
      const body =
        row.kind === 'poi'
          ? waypointGpx(row, title)
          : await context.tracks.write('trackGpx', owner, storedTrack(context, row), title)
      return { status: 200 as const, body, etag: etagOf([itemEtag(row), title]) }
    })
  })

/** The text in the language, else in English, else the first that is more than spaces. */
const titleIn = (texts: Texts, language = ''): string =>
  [texts[language], texts.en, ...Object.values(texts)].find((text) => text?.trim()) ?? ''
