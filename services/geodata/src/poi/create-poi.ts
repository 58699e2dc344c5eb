import { operations } from '@guidebook/contracts'
import { idempotent, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { libraryContainer } from '../item/container.ts'
import { itemEtag } from '../item/etag.ts'
import type { PoiRow } from '../item/item-row.ts'
import { presentPoi } from '../item/present.ts'
import { itemRefusal } from '../item/refusal.ts'
import { insertItem } from '../item/write-queries.ts'

/** Endpoint 4. */
export const createPoi = ({ database }: Context): Route =>
  route(operations.createPoi, async (request) => {
    const { body } = request
    requireAccount(request, body.account)
    try {
      return await idempotent(database, request, async (trx) => {
        const container = await libraryContainer(trx, body.account, body.library.customId)
        const row = await insertItem<PoiRow>(
          trx,
          {
            ...container,
            account: body.account,
            id: uuidv7(),
            kind: 'poi',
            generated: false,
            customId: body.customId,
            names: body.names,
            descriptions: body.descriptions ?? {},
            image: null,
            lat: body.lat,
            lng: body.lng,
            icon: body.icon,
            attributes: body.attributes ?? {},
            category: body.category ?? null,
            tags: body.tags ?? [],
          },
          null,
        )
        const answer = { body: presentPoi(row), etag: itemEtag(row) }
        return { status: 201 as const, location: `/content/geodata/${row.id}`, ...answer }
      })
    } catch (error) {
      throw itemRefusal(error)
    }
  })
