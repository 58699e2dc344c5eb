import { type Fault, operations } from '@guidebook/contracts'
import { fail, type Route, requireMatch, route, ServiceError } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { ItemInUseError } from './errors.ts'
import { itemEtag } from './etag.ts'
import { lockItem, type Use, usesOf } from './queries.ts'
import { deleteItem as removeItem } from './write-queries.ts'

/** Places that are named at most; there may be thousands. */
const namedPlaces = 100

export const deleteItem = ({ database }: Context): Route =>
  route(operations.deleteItem, async (request) => {
    const account = ownAccount(request, undefined)
    const { geodata_id: id } = request.params
    try {
      await database.transaction(async (trx) => {
        const row = (await lockItem(trx, account, id)) ?? fail('not-found')
        requireMatch(request, itemEtag(row))
        await removeItem(trx, account, id)
      })
    } catch (error) {
      if (!(error instanceof ItemInUseError)) throw error
      const places = await usesOf(database.knex, account, id, namedPlaces)
      throw new ServiceError('item-in-use', { faults: places.map(faultOf), cause: error })
    }
    return { status: 204 as const }
  })

/** The request has no body to point into: the pointer is empty, the message names the place. */
const faultOf = ({ guidebook, release, stage, section }: Use): Fault => {
  const where = release === null ? `guidebook ${JSON.stringify(guidebook)}` : `the guidebook of release ${release}`
  const place = stage === null ? 'general part' : `stage ${stage}, ${section}`
  return { pointer: '', code: 'item-in-use', message: `is used in ${where}, ${place}` }
}
