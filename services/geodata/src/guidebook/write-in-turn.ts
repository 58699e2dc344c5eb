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
 * with the account's other large ones. The response does not contain the image.
 */
export async function writeInTurn<T>(
  context: Pick<Context, 'database' | 'largeReads'>,
  request: WriteRequest,
  write: () => Promise<T>,
): Promise<T> {
  const { account } = request.body
  const references = membersOf(request.body).map(({ sent }) => sent)
  const names = await measureReferences(context.database.knex, account, references)
  // A body that is sent in chunks has no length: without the minimum, its image would hide the names.
  const sent = Math.max(0, Number(request.headers['content-length'] ?? 0) - (request.body.imageBase64?.length ?? 0))
  const bytes = names + sent
  return await changeInTurn(context, request, { owner: account, items: references.length, bytes }, write)
}
