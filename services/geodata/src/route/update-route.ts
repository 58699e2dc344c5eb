import { isDeepStrictEqual } from 'node:util'
import { type BodyOf, operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { sentContainer } from '../item/container.ts'
import { itemEtag } from '../item/etag.ts'
import type { RouteRow } from '../item/item-row.ts'
import { presentRoute } from '../item/present.ts'
import { findItem, lockItem } from '../item/queries.ts'
import { itemRefusal } from '../item/refusal.ts'
import { replaceTrack, updateItem } from '../item/write-queries.ts'
import { type SentTrack, sentTrack } from '../track/sent-track.ts'
import { mergeOverrides } from './attributes.ts'
import { iconOf } from './create-route.ts'

type Body = BodyOf<typeof operations.updateRoute>

/** Endpoint 2. What is not sent stays; when nothing changes, nothing is written and no one is told. */
export const updateRoute = (context: Context): Route =>
  route(operations.updateRoute, async (request) => {
    const { body, params } = request
    requireAccount(request, body.account)
    const track = body.waypoints === undefined ? null : await sentTrack(body.waypoints)
    const measured = track && (await measureNew(context, track, body.account, params.route_id))
    try {
      return await idempotent(context.database, request, async (trx) => {
        const before = await lockItem(trx, body.account, params.route_id)
        if (before?.kind !== 'route') return fail('not-found')
        requireMatch(request, itemEtag(before))
        const isNewTrack = track !== null && track.sha256 !== before.trackSha256
        const remeasured = isNewTrack
          ? { ...(measured ?? (await context.tracks.run('measureTrack', track.packed))), trackSha256: track.sha256 }
          : {}
        const wanted = { ...(await merge(trx, before, body)), ...remeasured }
        const after = isDeepStrictEqual(wanted, before) ? before : await write(trx, context, wanted)
        if (isNewTrack) await replaceTrack(trx, after.account, after.id, track.packed)
        return { status: 200 as const, body: presentRoute(after), etag: itemEtag(after) }
      })
    } catch (error) {
      throw itemRefusal(error)
    }
  })

/** Measures a track outside of the transaction, unless it is the one that is stored: then there is nothing to measure. */
const measureNew = async ({ database, tracks }: Context, track: SentTrack, account: string, id: string) => {
  const stored = await findItem(database.knex, account, id)
  const isStored = stored?.kind === 'route' && stored.trackSha256 === track.sha256
  return stored === null || isStored ? null : await tracks.run('measureTrack', track.packed)
}

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
