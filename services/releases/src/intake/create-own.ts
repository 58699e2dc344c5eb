import type { AccountProjection, MessageData } from '@guidebook/contracts'
import { currentRequestId, outboxRows } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { DownloadCodeTakenError } from '../download-code/errors.ts'
import type { CheckedRequest } from '../release/check-request.ts'
import { beginRelease, draftOf } from '../release/create-release.ts'
import type { Outcome } from './queries.ts'

export interface OwnCommand {
  operator: AccountProjection
  command: MessageData<'release.create-requested.v1'>
  checked: CheckedRequest
  number: number
}

/**
 * Creates the release of a good request that has no seller: one statement writes it with the outcome of its command and the message that
 * tells it, together with what others create at that time. `false`: another release has the code, and nothing was written.
 */
export async function createOwn(
  context: Pick<Context, 'clock' | 'publicUrl' | 'releases'>,
  { operator, command, checked, number }: OwnCommand,
): Promise<boolean> {
  const { account, commandId, request } = command
  const draft = draftOf(operator, request, checked, { sellerCode: 0, email: null })
  const author = { actor: 'importer', requestId: currentRequestId() }
  const { full, rows } = beginRelease(context, { draft, number, parties: { provider: operator, seller: null } }, author)
  const { key, link } = full.release
  const outcome: Outcome = {
    account,
    commandId,
    downloadCode: request.downloadCode,
    status: 'created',
    link,
    faults: [],
  }
  const told = outboxRows('release.create-settled.v1', outcome, { subject: key })
  const settled = { about: key, account, command_id: commandId, outcome, settled_at: context.clock.now() }
  try {
    await context.releases.insert({ ...rows, messages: [...rows.messages, ...told], replies: [], outcomes: [settled] })
    return true
  } catch (error) {
    if (error instanceof DownloadCodeTakenError) return false
    throw error
  }
}
