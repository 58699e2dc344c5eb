import { normalizeRouteIcon, operations } from '@guidebook/contracts'
import type { RouteKind } from '@guidebook/route-geometry'
import { idempotent, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { storeItemImage } from '../image/stored-image.ts'
import { mergeOverrides } from '../item/attributes.ts'
import type { RouteRow } from '../item/item-row.ts'
import { createdAnswer, presentRoute } from '../item/present.ts'
import { insertItem } from '../item/write-queries.ts'
import { translateCustomIdConflict } from '../request/errors.ts'
import { findContainer } from './container.ts'

/** Endpoint 1. The points are packed and measured before the transaction begins. The response is the stored route without them. */
export const createRoute = ({ database, objectStore, tracks }: Context): Route =>
  route(operations.createRoute, async (request) => {
    const { body, signal } = request
    const { account, customId, names, descriptions = {}, remark = '', color = null } = body
    requireAccount(request, account)
    const { image, faults } = await storeItemImage(objectStore, body)
    const { packed, ...measured } = await tracks.run('takeTrack', { account, signal }, body.waypoints)
    const create = idempotent(database, request, async (trx) => {
      const container = await findContainer(trx, account, body, faults)
      if (!container) throw new TypeError('the contract requires a container')
      const fields = {
        account,
        id: uuidv7(),
        kind: 'route' as const,
        custom_id: customId,
        generated: false,
        names,
        descriptions,
        image: image ?? null,
        remark,
        color,
        icon: iconOf(body.icon),
        overrides: mergeOverrides({}, body.attributes),
      }
      return createdAnswer(
        await insertItem<RouteRow>(trx, { ...fields, ...container, ...measured }, packed),
        presentRoute,
      )
    })
    return await translateCustomIdConflict(create)
  })

/** The icon as it is stored; the contract allows only known names. */
export const iconOf = (sent: { name: string } | undefined): RouteKind | null =>
  sent === undefined ? null : (normalizeRouteIcon(sent.name) ?? null)
