/** Items with large texts are read and changed in turn with the account's other large responses. */
import { fail, type OperationRequest, type RepeatableRequest } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { changeInTurn, largestSmall, type ResponseSize, runInTurn } from '../request/large-reads.ts'
import type { ItemRow } from './item-row.ts'
import { findItem, type ItemAddress, measureItem } from './queries.ts'

/** As `findItem`, for a response with the item. Throws 404 when there is none. */
export async function findItemInTurn(
  context: Context,
  { account, id }: { account: string; id: string },
  signal: AbortSignal,
): Promise<ItemRow> {
  const find = (mostTextBytes?: number) => findItem(context.database.knex, account, id, '', mostTextBytes)
  const small = await find(largestSmall)
  if (small !== null) return small
  const size = await sizeOf(context, { account, id })
  return (await runInTurn(context, { owner: account, signal }, size, () => find())) ?? fail('not-found')
}

/** Runs a change that returns the item. The texts of the body do not count: the kit reads large bodies in turn. */
export async function changeItemInTurn<T>(
  context: Context,
  request: RepeatableRequest & Pick<OperationRequest, 'signal'>,
  address: ItemAddress,
  change: () => Promise<T>,
): Promise<T> {
  const size = await sizeOf(context, address)
  return await changeInTurn(context, request, { owner: address.account, ...size }, change)
}

const sizeOf = async ({ database }: Context, address: ItemAddress): Promise<ResponseSize> => ({
  items: 1,
  bytes: await measureItem(database.knex, address),
})
