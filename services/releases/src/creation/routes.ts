import { operations } from '@guidebook/contracts'
import {
  idempotent,
  idempotentInsert,
  type OperationRequest,
  type ReplyOf,
  type Route,
  replyRows,
  requireAccount,
  route,
  storedReply,
} from '@guidebook/service-kit'
import { operatorById } from '../account/accounts.ts'
import type { Context } from '../context.ts'
import { withSellerCode } from '../download-code/codes.ts'
import { failWithFaults } from '../release/errors.ts'
import { recordReply, releasePath } from '../release/present.ts'
import type { Release } from '../release/release.ts'
import { checkRequest } from './check-request.ts'
import { beginRelease, type CheckedDraft, createRelease } from './create-release.ts'
import { codePointers, draftOf } from './new-release.ts'
import { createWaveBatcher } from './wave-batcher.ts'

type Creation = OperationRequest<typeof operations.createRelease>
type Answer = ReplyOf<typeof operations.createRelease>

export function creationRoutes(context: Context): Route[] {
  const inWave = createWaveBatcher()
  return [
    route(operations.createRelease, async (request) => {
      requireAccount(request, request.body.account)
      if (request.body.resellerOid !== undefined) return await createForSeller(context, request)
      return await inWave(() => createOwn(context, request))
    }),
  ]
}

/** A release that the operator gives to the traveller: one statement, shared with concurrent requests. */
const createOwn = (context: Context, request: Creation): Promise<Answer> =>
  idempotentInsert(context.database, request, async () => {
    const makeDraft = await check(context, request)
    const number = await context.nextNumber()
    return await withSellerCode(undefined, codePointers, async (sellerCode) => {
      const created = beginRelease(context, { ...makeDraft(sellerCode), number }, request.identity.actor)
      const answer = answerOf(created.release, context)
      const replies = await replyRows(context.database, request, created.release.key, answer)
      await context.insertRelease({ ...created, replies })
      return answer
    })
  })

/** A release that a seller gives to the traveller; the seller gets a mail. */
async function createForSeller(context: Context, request: Creation): Promise<Answer> {
  const { database } = context
  const answered = await storedReply(database, request)
  if (answered !== null) return answered
  const makeDraft = await check(context, request)
  const number = await context.nextNumber()
  let created: Release | undefined
  const reply = await withSellerCode(request.body.sellerDownloadCode, codePointers, (sellerCode) =>
    idempotent(database, request, async (trx) => {
      created = await createRelease(trx, context, { ...makeDraft(sellerCode), number }, request.identity.actor)
      return answerOf(created, context)
    }),
  )
  database.wakeRelay()
  if (created) context.metrics.created(created)
  return reply
}

/** Throws the faults of the request. */
async function check(
  context: Context,
  request: Creation,
): Promise<(sellerCode: number) => Omit<CheckedDraft, 'number'>> {
  const { body, query } = request
  const [operator, { faults, checked }] = await Promise.all([
    operatorById(context.accounts, request, body.account),
    checkRequest(context, body.account, body),
  ])
  if (checked === null) return failWithFaults(faults)
  const { bindings } = checked
  const email = query.email ?? null
  return (sellerCode) => ({ draft: draftOf(operator, body, checked, { sellerCode, email }), bindings })
}

const answerOf = (release: Release, { publicUrl }: Context) => ({
  ...recordReply(release.kind === 'plain' ? 201 : 202, release, publicUrl),
  location: releasePath(release),
})
