import { uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { PoiRow, RouteRow, TextRow } from '../item/item-row.ts'
import { insertItem } from '../item/write-queries.ts'
import type { MeasuredTrack } from '../track/measure-track.ts'
import type { GeneratedGuidebook } from './generated-queries.ts'
import type { MadeItem } from './sent-members.ts'

/** Stores an item that was made for the release and returns its ID. A route needs `measured`. */
export async function insertMadeItem(
  trx: Knex.Transaction,
  { account, id: guidebook_id }: GeneratedGuidebook,
  item: MadeItem,
  measured: MeasuredTrack | undefined,
): Promise<string> {
  const id = uuidv7()
  const common = { account, id, library_id: null, guidebook_id, custom_id: null, generated: true }
  if (item.kind === 'text') await insertItem<TextRow>(trx, { ...item, ...common }, null)
  if (item.kind === 'poi') await insertItem<PoiRow>(trx, { ...item, ...common, category: null, tags: [] }, null)
  if (item.kind === 'route') {
    if (!measured) throw new TypeError('a track is measured before it is stored')
    const { packed, ...fields } = item
    await insertItem<RouteRow>(trx, { ...fields, ...common, remark: '', overrides: {}, ...measured }, packed)
  }
  return id
}
