import { isDeepStrictEqual } from 'node:util'
import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { storeItemImage } from '../image/stored-image.ts'
import { mergeOverrides } from '../item/attributes.ts'
import type { RouteRow } from '../item/item-row.ts'
import { itemAnswer, itemEtag, presentRoute } from '../item/present.ts'
import { findItem } from '../item/queries.ts'
import { replaceTrack, updateItem } from '../item/write-queries.ts'
import { translateCustomIdConflict } from '../request/errors.ts'
import type { SentTrack } from '../track/measure-track.ts'
import { findContainer } from './container.ts'
import { iconOf } from './create-route.ts'

/** Endpoint 2. Absent fields stay. When nothing changes, nothing is written; a new custom ID alone is not announced. */
export const updateRoute = ({ database, objectStore, tracks, changeDelayMs }: Context): Route =>
  route(operations.updateRoute, async (request) => {
    const { body, params, signal } = request
    const { account } = body
    requireAccount(request, account)
    const image = await storeItemImage(objectStore, body)
    const track = body.waypoints && (await tracks.run('takeTrack', { account, signal }, body.waypoints))
    const update = idempotent(database, request, async (trx) => {
      const before = await findItem(trx, account, params.route_id, 'for update')
      if (before?.kind !== 'route') return fail('not-found')
      requireMatch(request, itemEtag(before))
      const newTrack = track?.track_sha256 === before.track_sha256 ? undefined : track
      const { packed, ...measured }: Partial<SentTrack> = newTrack ?? {}
      const wanted: RouteRow = {
        ...before,
        ...(await findContainer(trx, account, body)),
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
      const isShownAlike = isDeepStrictEqual({ ...wanted, custom_id: before.custom_id }, before)
      const isSame = isShownAlike && wanted.custom_id === before.custom_id
      const after = isSame ? before : await updateItem(trx, wanted, isShownAlike ? null : changeDelayMs)
      if (packed) await replaceTrack(trx, account, after.id, packed)
      return itemAnswer(after, presentRoute)
    })
    return await translateCustomIdConflict(update)
  })
