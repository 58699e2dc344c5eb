import { normalizeRouteIcon, operations, type ReadBodyOf } from '@guidebook/contracts'
import type { RouteKind } from '@guidebook/route-geometry'
import { idempotent, type Route, requireAccount, route, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { sentContainer } from '../item/container.ts'
import { toItemError } from '../item/errors.ts'
import { itemEtag } from '../item/etag.ts'
import type { RouteRow } from '../item/item-row.ts'
import { presentRoute } from '../item/present.ts'
import { insertItem } from '../item/write-queries.ts'
import { mergeOverrides } from './attributes.ts'

/**
 * Endpoint 1. The points are packed and measured before the transaction begins; the answer is the stored route without
 * them.
 */
export const createRoute = ({ database, tracks }: Context): Route =>
  route(operations.createRoute, async (request) => {
    const { body, signal } = request
    requireAccount(request, body.account)
    const { packed, sha256, ...measured } = await tracks.run(
      'takeTrack',
      { account: body.account, signal },
      body.waypoints,
    )
    try {
      return await idempotent(database, request, async (trx) => {
        const container = await sentContainer(trx, body.account, body)
        if (!container) throw new TypeError('the contract lets no route without a container through')
        const wanted = { ...newRoute(body), ...container, ...measured, trackSha256: sha256 }
        const row = await insertItem<RouteRow>(trx, wanted, packed)
        const answer = { body: presentRoute(row), etag: itemEtag(row) }
        return { status: 201 as const, location: `/content/geodata/${row.id}`, ...answer }
      })
    } catch (error) {
      throw toItemError(error)
    }
  })

/** The icon as it is stored; the contract lets only known names through. */
export const iconOf = (sent: { name: string } | undefined): RouteKind | null =>
  sent === undefined ? null : (normalizeRouteIcon(sent.name) ?? null)

const newRoute = (body: ReadBodyOf<typeof operations.createRoute>) => ({
  account: body.account,
  id: uuidv7(),
  kind: 'route' as const,
  generated: false,
  customId: body.customId,
  names: body.names,
  descriptions: body.descriptions ?? {},
  image: null,
  remark: body.remark ?? '',
  color: body.color ?? null,
  icon: iconOf(body.icon),
  overrides: mergeOverrides({}, body.attributes),
})
