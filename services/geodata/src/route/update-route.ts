import { isDeepStrictEqual } from 'node:util'
import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { storeChangedImage } from '../image/stored-image.ts'
import { mergeOverrides } from '../item/attributes.ts'
import { changeItemInTurn } from '../item/in-turn.ts'
import type { RouteRow } from '../item/item-row.ts'
import { itemAnswer, itemEtag, presentRoute } from '../item/present.ts'
import { findItem, hasItem } from '../item/queries.ts'
import { replaceTrack, updateItem } from '../item/write-queries.ts'
import { translateCustomIdConflict } from '../request/errors.ts'
import type { SentTrack } from '../track/measure-track.ts'
import { findContainer } from './container.ts'
import { iconOf } from './create-route.ts'

/**
 * Endpoint 2. Absent fields stay. When nothing changes, nothing is written. Changes that no release shows are not announced.
 */
export const updateRoute = (context: Context): Route =>
  route(operations.updateRoute, async (request) => {
    const { database, tracks, changeDelayMs } = context
    const { body, params, signal } = request
    const { account } = body
    requireAccount(request, account)
    const address = { account, id: params.route_id }
    const track = body.waypoints && (await tracks.run('takeTrack', { account, signal }, body.waypoints))
    const { image, faults } = await storeChangedImage(context, request, body, async () => {
      if (!(await hasItem(database.knex, 'route', address))) fail('not-found')
    })
    const update = () =>
      idempotent(database, request, async (trx) => {
        const before = await findItem(trx, account, params.route_id, 'for update')
        if (before?.kind !== 'route') return fail('not-found')
        requireMatch(request, itemEtag(before))
        const newTrack = track?.track_sha256 === before.track_sha256 ? undefined : track
        const { packed, ...measured }: Partial<SentTrack> = newTrack ?? {}
        const wanted: RouteRow = {
          ...before,
          ...(await findContainer(trx, account, body, faults)),
          ...measured,
          custom_id: body.customId ?? before.custom_id,
          names: body.names ?? before.names,
          descriptions: body.descriptions ?? before.descriptions,
          image: image === undefined ? before.image : image,
          remark: body.remark ?? before.remark,
          color: body.color ?? before.color,
          icon: iconOf(body.icon) ?? before.icon,
          overrides: mergeOverrides(before.overrides, body.attributes),
        }
        const { custom_id, color, remark, library_id, guidebook_id } = before
        const isShownAlike = isDeepStrictEqual(
          { ...wanted, custom_id, color, remark, library_id, guidebook_id },
          before,
        )
        const isSame = isDeepStrictEqual(wanted, before)
        const after = isSame ? before : await updateItem(trx, wanted, isShownAlike ? null : changeDelayMs)
        if (packed) await replaceTrack(trx, account, after.id, packed)
        return itemAnswer(after, presentRoute)
      })
    return await translateCustomIdConflict(changeItemInTurn(context, request, address, update))
  })
