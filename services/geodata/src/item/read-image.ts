import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { imageAnswer } from '../image/stored-image.ts'
import { ownAccount } from '../request/own-account.ts'
import { findItemImage } from './queries.ts'

export const readItemImage = ({ database, objectStore }: Context): Route =>
  route(operations.readItemImage, async (request) => {
    const account = ownAccount(request, undefined)
    const image = await findItemImage(database.knex, account, request.params.geodata_id)
    if (image === undefined) return fail('not-found')
    return image === null ? fail('not-found', 'The item has no image.') : await imageAnswer(objectStore, image)
  })
