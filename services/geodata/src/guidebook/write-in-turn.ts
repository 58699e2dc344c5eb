import type { BodyOf, operations } from '@guidebook/contracts'
import type { OperationRequest, RepeatableRequest } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { measureReferences } from '../reference/find-references.ts'
import { changeInTurn } from '../request/large-reads.ts'
import { membersOf } from './sent-contents.ts'

type WriteRequest = RepeatableRequest &
  Pick<OperationRequest, 'headers' | 'signal'> & { body: BodyOf<typeof operations.replaceGuidebook> }

/**
 * Runs a write of a guidebook. A few bytes may name items with megabytes of names, which are all in the response. A large response is made in turn
 * with the account's other large ones.
 */
export async function writeInTurn<T>(
  context: Pick<Context, 'database' | 'largeReads'>,
  request: WriteRequest,
  write: () => Promise<T>,
): Promise<T> {
  const { account } = request.body
  const references = membersOf(request.body).map(({ sent }) => sent)
  const names = await measureReferences(context.database.knex, account, references)
  const bytes = names + Number(request.headers['content-length'] ?? 0)
  return await changeInTurn(context, request, { owner: account, items: references.length, bytes }, write)
}
