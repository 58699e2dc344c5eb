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
import { withSellerCode } from '../download-code/with-seller-code.ts'
import { type CheckedRequest, checkRequest } from './check-request.ts'
import { beginRelease, createRelease, draftOf } from './create-release.ts'
import { failWithFaults } from './errors.ts'
import type { FullRelease } from './queries.ts'
import { recordReply, releasePath } from './reply.ts'

type Creation = OperationRequest<typeof operations.createRelease>
type Answer = ReplyOf<typeof operations.createRelease>

const codePointers = { operator: '/downloadCode', seller: '/sellerDownloadCode' }

/** A release that its operator gives to the traveller itself: one statement, shared with what others create at that time. */
export const createOwn = (context: Context, request: Creation): Promise<Answer> =>
  idempotentInsert(context.database, request, async () => {
    const checked = await check(context, request)
    const number = await context.numbers.next()
    return await withSellerCode(undefined, codePointers, async (sellerCode) => {
      const release = { ...planOf(request, checked, sellerCode), number }
      const { full, rows } = beginRelease(context, release, authorOf(request))
      const answer = answerOf(full, context)
      await context.releases.insert({ ...rows, replies: replyRows(request, full.release.key, answer), outcomes: [] })
      return answer
    })
  })

/** A release that a seller gives to the traveller, and hears of by mail. */
export async function createForSeller(context: Context, request: Creation): Promise<Answer> {
  const { database } = context
  const answered = await storedReply(database, request)
  if (answered !== null) return answered
  const checked = await check(context, request)
  // Taken beforehand: a transaction holds a connection already.
  const number = await context.numbers.next()
  const reply = await withSellerCode(request.body.sellerDownloadCode, codePointers, (sellerCode) =>
    idempotent(database, request, async (trx) => {
      const release = { ...planOf(request, checked, sellerCode), number }
      return answerOf(await createRelease(trx, context, release, authorOf(request)), context)
    }),
  )
  database.wakeRelay()
  return reply
}

interface Checked extends CheckedRequest {
  operator: AccountProjection
}

async function check({ accounts, guidebooks }: Context, request: Creation): Promise<Checked> {
  const { body } = request
  const [operator, { faults, checked }] = await Promise.all([
    operatorById(accounts, request, body.account),
    checkRequest({ accounts, guidebooks }, body.account, body),
  ])
  return { operator, ...(checked ?? failWithFaults(faults)) }
}

const planOf = ({ body, query }: Creation, { operator, ...checked }: Checked, sellerCode: number) => ({
  draft: draftOf(operator, body, checked, { sellerCode, email: query.email ?? null }),
  parties: { provider: operator, seller: checked.seller },
})

const authorOf = ({ identity, requestId }: Creation) => ({ actor: identity.actor, requestId })

const answerOf = (full: FullRelease, { publicUrl }: Pick<Context, 'publicUrl'>) => ({
  ...recordReply(full.release.kind === 'plain' ? 201 : 202, full, publicUrl),
  location: releasePath(full),
})
