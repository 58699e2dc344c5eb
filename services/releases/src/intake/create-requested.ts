import { emit, type MessageHandler, outboxRows, PoisonMessageError, ServiceError } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { checkRequest } from '../creation/check-request.ts'
import { beginRelease } from '../creation/create-release.ts'
import { codePointers, draftOf, kindOf, requestedFields } from '../creation/new-release.ts'
import { DownloadCodeTakenError, withSellerCode } from '../download-code/codes.ts'
import { type CheckedCommand, carryOut, failed, type Settlement } from './carry-out.ts'
import { overtakenFault } from './existing-release.ts'
import { findOutcome, isOvertaken, type Outcome, saveOutcome, settledCommand } from './settled-commands.ts'

/** The actor of files by mail. */
const importer = 'importer'

/**
 * Creates or changes a release for a row of an import, and reports the outcome to the importer. A repeated command, in any message, gets the same
 * outcome and has no second effect. A command that arrives after a later one about the same code has succeeded fails, and so does one whose release
 * was created or changed otherwise since it was sent.
 */
export const createRequested =
  (context: Context): MessageHandler<'release.create-requested.v1'> =>
  async ({ data: command, actor: uploader, time: requestedAt }, { once }) => {
    const { account, commandId, request } = command
    if (request.account !== account) throw new PoisonMessageError('the request names another account')
    const operator = await context.accounts.find(account)
    if (operator === null) throw new PoisonMessageError('the account does not exist')

    const settled = await findOutcome(context.database.knex, account, commandId)
    if (settled !== null) return void (await once((trx) => report(trx, settled)))

    const settle = async (trx: Knex.Transaction, settlement: Settlement) => {
      const outcome = { account, commandId, downloadCode: request.downloadCode, ...settlement }
      await saveOutcome(trx, settledCommand(outcome, requestedAt, context.clock.now()))
      await report(trx, outcome)
    }
    const sent = { account, downloadCode: request.downloadCode, requestedAt }
    if (await isOvertaken(context.database.knex, sent, context.clock.now()))
      return void (await once((trx) => settle(trx, failed([overtakenFault]))))
    const { faults, checked } = await checkRequest(context, account, request)
    if (checked === null) return void (await once((trx) => settle(trx, failed(faults))))

    const actor = uploader ?? importer
    const checkedCommand = { operator, command, requestedAt, actor, checked, number: await context.nextNumber() }
    if (checked.reseller === null && (await createOwn(context, checkedCommand))) return

    try {
      const status = await withSellerCode(request.sellerDownloadCode, codePointers, (sellerCode) =>
        once(async (trx) => {
          const settlement = await carryOut(trx, context, checkedCommand, sellerCode)
          await settle(trx, settlement)
          return settlement.status
        }),
      )
      if (status === 'created') context.metrics.created({ kind: kindOf(requestedFields(request)) })
    } catch (error) {
      if (!isSellerCodeTaken(error)) throw error
      await once((trx) => settle(trx, failed(error.faults)))
    }
  }

const report = (trx: Knex.Transaction, outcome: Outcome) =>
  emit(trx, 'release.create-settled.v1', outcome, { subject: outcome.commandId })

/** When the operator's code is taken, a concurrent request has just taken it: the retried row finds that release. */
const isSellerCodeTaken = (error: unknown): error is ServiceError =>
  error instanceof ServiceError &&
  error.code === 'download-code-taken' &&
  error.faults.every(({ pointer }) => pointer === codePointers.seller)

/**
 * Creates a release without a seller: one statement writes it with the outcome of its command and the report, together with those of concurrent
 * calls. Returns false, and writes nothing, when another release has the code.
 */
async function createOwn(
  context: Context,
  { operator, command, requestedAt, actor, checked, number }: CheckedCommand,
): Promise<boolean> {
  const { account, commandId, request } = command
  const draft = draftOf(operator, request, checked, { sellerCode: 0, email: null })
  const created = beginRelease(context, { draft, bindings: checked.bindings, number }, actor)
  const { key, link } = created.release
  const { downloadCode } = request
  const outcome: Outcome = { account, commandId, downloadCode, status: 'created', link, faults: [] }
  const messages = [...created.messages, ...outboxRows('release.create-settled.v1', outcome, { subject: key })]
  const settled = { about: key, ...settledCommand(outcome, requestedAt, context.clock.now()) }
  try {
    await context.insertRelease({ ...created, messages, outcomes: [settled] })
    return true
  } catch (error) {
    if (error instanceof DownloadCodeTakenError) return false
    throw error
  }
}
