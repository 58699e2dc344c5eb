import { type Fault, operations } from '@guidebook/contracts'
import { constraintOf, fail, type Route, requireMatch, route, ServiceError } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { ownAccount } from '../request/own-account.ts'
import { itemEtag } from './present.ts'
import { countUses, findItem, type Use, usesOf } from './queries.ts'
import { deleteItem as removeItem } from './write-queries.ts'

/** Most places that a refusal names; there may be thousands. */
const namedPlaces = 100

export const deleteItem = ({ database, changeDelayMs }: Context): Route =>
  route(operations.deleteItem, async (request) => {
    const account = ownAccount(request, undefined)
    const { geodata_id: id } = request.params
    try {
      await database.transaction(async (trx) => {
        requireMatch(request, itemEtag((await findItem(trx, account, id, 'for update')) ?? fail('not-found')))
        await removeItem(trx, account, id, changeDelayMs)
      }, account)
    } catch (error) {
      if (constraintOf(error) !== 'guidebook_members_item') throw error
      const places = await usesOf(database.knex, account, id, namedPlaces)
      const { guidebooks, releases } = await countUses(database.knex, account, id)
      const detail = `The item is used in ${counted(guidebooks, 'guidebook')} and ${counted(releases, 'release')}.`
      throw new ServiceError('item-in-use', { detail, faults: places.map(faultOf), cause: error })
    }
    return { status: 204 as const }
  })

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** The request has no body to point into: the pointer is empty, the message names the place. */
const faultOf = ({ guidebook, release, stage, section }: Use): Fault => {
  const where = release === null ? `guidebook ${JSON.stringify(guidebook)}` : `the guidebook of release ${release}`
  const place = stage === null ? 'general part' : `stage ${stage}, ${section}`
  const message = `is used in ${where}, ${place}`
  const values = { guidebook: guidebook ?? '', release: release ?? 'none', stage: stage ?? 'none' }
  return { pointer: '', code: 'item-in-use', message, rule: 'used-in', values }
}
