import { isDeepStrictEqual } from 'node:util'
import type { StoredPoi } from '@guidebook/contracts'
import { type OperationRequest, requireMatch } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { itemEtag } from '../item/etag.ts'
import type { PoiRow } from '../item/item-row.ts'
import { presentPoi } from '../item/present.ts'
import { updateItem } from '../item/write-queries.ts'

/** What may be sent of a POI; what is absent stays. */
type Change = Partial<
  Pick<StoredPoi, 'names' | 'descriptions' | 'lat' | 'lng' | 'icon' | 'attributes' | 'category' | 'tags'>
>

/** Writes a POI that was locked, unless it is as wanted already, and answers it. */
export async function changePoi(
  trx: Knex.Transaction,
  { changeDelayMs }: Context,
  request: Pick<OperationRequest, 'headers'>,
  before: PoiRow,
  change: Change,
): Promise<{ status: 200; body: StoredPoi; etag: string }> {
  requireMatch(request, itemEtag(before))
  const wanted: PoiRow = {
    ...before,
    names: change.names ?? before.names,
    descriptions: change.descriptions ?? before.descriptions,
    lat: change.lat ?? before.lat,
    lng: change.lng ?? before.lng,
    icon: change.icon ?? before.icon,
    attributes: change.attributes ?? before.attributes,
    category: change.category === undefined ? before.category : change.category,
    tags: change.tags ?? before.tags,
  }
  const after = isDeepStrictEqual(wanted, before) ? before : await updateItem(trx, wanted, { delayMs: changeDelayMs })
  return { status: 200, body: presentPoi(after), etag: itemEtag(after) }
}
