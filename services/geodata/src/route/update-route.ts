import { isDeepStrictEqual } from 'node:util'
import { operations, type ReadBodyOf } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { sentContainer } from '../item/container.ts'
import { toItemError } from '../item/errors.ts'
import { itemEtag } from '../item/etag.ts'
import type { RouteRow } from '../item/item-row.ts'
import { presentRoute } from '../item/present.ts'
import { lockItem } from '../item/queries.ts'
import { replaceTrack, updateItem } from '../item/write-queries.ts'
import type { SentTrack } from '../track/sent-track.ts'
import { mergeOverrides } from './attributes.ts'
import { iconOf } from './create-route.ts'

type Body = ReadBodyOf<typeof operations.updateRoute>

/** Endpoint 2. What is not sent stays; when nothing changes, nothing is written and no one is told. */
export const updateRoute = (context: Context): Route =>
  route(operations.updateRoute, async (request) => {
    const { body, params, signal } = request
    requireAccount(request, body.account)
    const { account } = body
    const track = body.waypoints && (await context.tracks.run('takeTrack', { account, signal }, body.waypoints))
    try {
      return await idempotent(context.database, request, async (trx) => {
        const before = await lockItem(trx, body.account, params.route_id)
        if (before?.kind !== 'route') return fail('not-found')
        requireMatch(request, itemEtag(before))
        const newTrack = track?.sha256 === before.trackSha256 ? undefined : track
        const wanted = { ...(await merge(trx, before, body)), ...(newTrack && aboutTrack(newTrack)) }
        const after = isDeepStrictEqual(wanted, before) ? before : await write(trx, context, wanted)
        if (newTrack) await replaceTrack(trx, after.account, after.id, newTrack.packed)
        return { status: 200 as const, body: presentRoute(after), etag: itemEtag(after) }
      })
    } catch (error) {
      throw toItemError(error)
    }
  })

const aboutTrack = ({ packed: _packed, sha256, ...measured }: SentTrack) => ({ ...measured, trackSha256: sha256 })

const merge = async (trx: Knex.Transaction, before: RouteRow, body: Body): Promise<RouteRow> => ({
  ...before,
  ...((await sentContainer(trx, before.account, body)) ?? {}),
  customId: body.customId ?? before.customId,
  names: body.names ?? before.names,
  descriptions: body.descriptions ?? before.descriptions,
  remark: body.remark ?? before.remark,
  color: body.color ?? before.color,
  icon: iconOf(body.icon) ?? before.icon,
  overrides: mergeOverrides(before.overrides, body.attributes),
})

const write = (trx: Knex.Transaction, { changeDelayMs }: Context, wanted: RouteRow): Promise<RouteRow> =>
  updateItem(trx, wanted, { delayMs: changeDelayMs })
