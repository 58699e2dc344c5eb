import type { Item } from '@guidebook/client'
import type { Client } from '@guidebook/client/internal'
import { queryOptions } from '@tanstack/react-query'
import type { PictureQuery } from '../ui/picture.tsx'

interface ItemChange {
  names?: Record<string, string>
  descriptions?: Record<string, string>
  imageBase64?: string | null
}

/** A text page is addressed by its custom ID. */
export const isChangeable = (item: Item): boolean => item.kind !== 'text' || item.customId !== null

/** Changes the fields that are given. */
export async function changeItem(client: Client, item: Item, change: ItemChange): Promise<void> {
  const { account, id } = item
  if (item.kind === 'route') await client.content.routes.update({ route_id: id }, { account, ...change })
  else if (item.kind === 'poi') await client.content.pois.patch({ geodata_id: id }, change)
  else {
    const customId = item.customId ?? ''
    await client.content.texts.update({ account, library: item.library, customId, ...change })
  }
}

/** The picture of a version of the item. */
export const pictureQuery = (client: Client, { account, id, version }: Item): PictureQuery =>
  queryOptions({
    queryKey: [account, 'item', id, 'image', version],
    queryFn: async () => (await client.content.items.downloadImage({ geodata_id: id })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  })
