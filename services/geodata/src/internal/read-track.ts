import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { readPacked } from '../item/queries.ts'
import { hashOf } from '../track/measure-track.ts'

/** The packed points of any route of the account, generated ones too. */
export const readTrack = ({ database }: Context): Route =>
  route(operations.readTrack, async (request) => {
    const packed = (await readPacked(database.knex, request.query.account, request.params.item_id)) ?? fail('not-found')
    return { status: 200 as const, body: packed, etag: hashOf(packed) }
  })
