import { uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { PoiRow, RouteRow, TextRow } from '../item/item-row.ts'
import { insertItem } from '../item/write-queries.ts'
import type { MeasuredTrack } from '../track/measure-track.ts'
import { hashOf } from '../track/sent-track.ts'
import type { GeneratedGuidebook } from './generated-queries.ts'
import type { MadeItem } from './sent-members.ts'

/** Stores an item that was made for the release and answers its ID. `measured` is there for routes. */
export async function insertMadeItem(
  trx: Knex.Transaction,
  { account, id: guidebookId }: GeneratedGuidebook,
  item: MadeItem,
  measured: MeasuredTrack | undefined,
): Promise<string> {
  const { names, descriptions, image } = item
  const common = {
    account,
    id: uuidv7(),
    libraryId: null,
    library: null,
    guidebookId,
    guidebook: null,
    customId: null,
    generated: true,
    names,
    descriptions,
    image,
  }
  if (item.kind === 'text') await insertItem<TextRow>(trx, { ...common, kind: 'text' }, null)
  if (item.kind === 'poi') {
    const { lat, lng, icon, attributes } = item
    const own = { kind: 'poi' as const, lat, lng, icon, attributes, category: null, tags: [] }
    await insertItem<PoiRow>(trx, { ...common, ...own }, null)
  }
  if (item.kind === 'route') {
    if (!measured) throw new TypeError('a track is measured before it is stored')
    const { packed, color, icon } = item
    const own = { kind: 'route' as const, remark: '', color, icon, overrides: {}, trackSha256: hashOf(packed) }
    await insertItem<RouteRow>(trx, { ...common, ...own, ...measured }, packed)
  }
  return common.id
}
