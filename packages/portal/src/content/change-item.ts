import type { Item, PoiIcon, RouteIcon } from '@guidebook/client'
import type { Client } from '@guidebook/client/internal'
import { queryOptions } from '@tanstack/react-query'
import { readBlob } from '../api/read-blob.ts'
import { timeoutsFor } from '../session/timeouts.ts'
import type { PictureQuery } from '../ui/picture.tsx'

/** An item with its ETag, by which the service refuses a change when the item has changed meanwhile. */
export interface StoredItem {
  item: Item
  etag: string | null
}

export const itemKey = (account: string, id: string) => [account, 'item', id]

export async function readItem(client: Client, id: string): Promise<StoredItem> {
  const { data, etag } = await client.content.items.read({ geodata_id: id }).withResponse()
  return { item: data, etag }
}

export interface ItemChange {
  names?: Record<string, string>
  descriptions?: Record<string, string>
  imageBase64?: string | null
  /** Only of a place. */
  place?: { icon?: PoiIcon; lat?: number; lng?: number }
  /** Only of a route. */
  routeIcon?: RouteIcon
}

/** A text page is addressed by its custom ID. */
export const isChangeable = (item: Item): boolean => item.kind !== 'text' || item.customId !== null

/** Changes the fields that are given. */
export async function changeItem(
  client: Client,
  { item, etag }: StoredItem,
  { place, routeIcon, ...change }: ItemChange,
): Promise<void> {
  const { account, id } = item
  const options = { ...timeoutsFor(change), ...(etag !== null && { ifMatch: etag }) }
  if (item.kind === 'route') {
    const icon = routeIcon !== undefined && { icon: { name: routeIcon } }
    await client.content.routes.update({ route_id: id }, { account, ...change, ...icon }, options)
  } else if (item.kind === 'poi') {
    await client.content.pois.patch({ geodata_id: id }, { ...change, ...place }, options)
  } else {
    const customId = item.customId ?? ''
    await client.content.texts.update({ account, library: item.library, customId, ...change }, options)
  }
}

/** The picture of a version of the item. */
export const pictureQuery = (client: Client, { account, id, version }: Item): PictureQuery =>
  queryOptions({
    queryKey: [...itemKey(account, id), 'image', version],
    queryFn: async () => readBlob(await client.content.items.downloadImage({ geodata_id: id })),
    staleTime: Number.POSITIVE_INFINITY,
  })
