import type { AccountProjection, operations } from '@guidebook/contracts'
import {
  idempotent,
  idempotentInsert,
  type OperationRequest,
  type ReplyOf,
  replyRows,
  storedReply,
} from '@guidebook/service-kit'
import { operatorById } from '../account/operator.ts'
import type { Context } from '../context.ts'
import { withSellerCode } from '../download-code/taken.ts'
import { type CheckedRequest, checkRequest } from './check-request.ts'
import { beginRelease, createRelease, draftOf } from './create-release.ts'
import type { FullRelease } from './queries.ts'
import { refuse } from './refuse.ts'
import { recordReply, releasePath } from './reply.ts'

type Creation = OperationRequest<typeof operations.createRelease>
type Answer = ReplyOf<typeof operations.createRelease>

const codePointers = { operator: '/downloadCode', seller: '/sellerDownloadCode' }

/** A release that its operator gives to the traveller itself: one statement, shared with what others create at that time. */
export async function createOwn(context: Context, request: Creation): Promise<Answer> {
  const operator = await operatorById(context.accounts, request, request.body.account)
  return await idempotentInsert(context.database, request, async () => {
    const checked = await check(context, request, operator)
    const number = await context.numbers.next()
    return await withSellerCode(undefined, codePointers, async (sellerCode) => {
      const release = { ...planOf(request, operator, checked, sellerCode), number }
      const { full, rows } = beginRelease(context, release, authorOf(request))
      const answer = answerOf(full, context)
      await context.releases.insert({ ...rows, replies: replyRows(request, full.release.key, answer) })
      return answer
    })
  })
}

/** A release that a seller gives to the traveller, and hears of by mail. */
export async function createForSeller(context: Context, request: Creation): Promise<Answer> {
  const { accounts, database } = context
  const operator = await operatorById(accounts, request, request.body.account)
  const answered = await storedReply(database, request)
  if (answered !== null) return answered
  const checked = await check(context, request, operator)
  // Taken beforehand: a transaction holds a connection already.
  const number = await context.numbers.next()
  const reply = await withSellerCode(request.body.sellerDownloadCode, codePointers, (sellerCode) =>
    idempotent(database, request, async (trx) => {
      const release = { ...planOf(request, operator, checked, sellerCode), number }
      return answerOf(await createRelease(trx, context, release, authorOf(request)), context)
    }),
  )
  database.wakeRelay()
  return reply
}

async function check(context: Context, { body }: Creation, operator: AccountProjection): Promise<CheckedRequest> {
  const { faults, checked } = await checkRequest(context, operator, body)
  return checked ?? refuse(faults)
}

const planOf = (
  { body, query }: Creation,
  operator: AccountProjection,
  checked: CheckedRequest,
  sellerCode: number,
) => ({
  draft: draftOf(operator, body, checked, { sellerCode, email: query.email ?? null }),
  parties: { provider: operator, seller: checked.seller },
})

const authorOf = ({ identity, requestId }: Creation) => ({ actor: identity.actor, requestId })

const answerOf = (full: FullRelease, { publicUrl }: Pick<Context, 'publicUrl'>) => ({
  ...recordReply(full.release.kind === 'plain' ? 201 : 202, full, publicUrl),
  location: releasePath(full),
})
