import { emit, type MessageHandler, PoisonMessageError, ServiceError } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { withKnownAccounts } from '../account/known-accounts.ts'
import type { Context } from '../context.ts'
import { withSellerCode } from '../download-code/with-seller-code.ts'
import { checkRequest } from '../release/check-request.ts'
import { carryOut, failed, type Settlement } from './carry-out.ts'
import { createOwn } from './create-own.ts'
import { findOutcome, type Outcome, saveOutcome } from './queries.ts'

const codePointers = { operator: '/downloadCode', seller: '/sellerDownloadCode' }

/**
 * One row of an import becomes a release, or a change of the one that has its code, and the importer is told what became of it. A command
 * that comes again, in whatever message, is answered again and has no second effect.
 */
export const createRequested =
  (context: Context): MessageHandler<'release.create-requested.v1'> =>
  async ({ data: command }, { once }) => {
    const { account, commandId, request } = command
    if (request.account !== account) throw new PoisonMessageError('the request names another account')
    const operator = await context.accounts.find(account)
    if (operator === null) throw new PoisonMessageError('the account does not exist')

    const settled = await findOutcome(context.database.knex, account, commandId)
    if (settled !== null) return void (await once((trx) => answer(trx, settled)))

    const settle = async (trx: Knex.Transaction, settlement: Settlement) => {
      const outcome = { account, commandId, downloadCode: request.downloadCode, ...settlement }
      await saveOutcome(trx, outcome, context.clock.now())
      await answer(trx, outcome)
    }
    const { faults, checked } = await checkRequest(context, account, request)
    if (checked === null) return void (await once((trx) => settle(trx, failed(faults))))

    const number = await context.numbers.next()
    if (checked.seller === null && (await createOwn(context, { operator, command, checked, number }))) return

    const carry = (sellerCode: number) =>
      once(async (trx) => settle(trx, await carryOut(trx, context, { operator, command, checked, number, sellerCode })))
    try {
      await withKnownAccounts(context.accounts, () => withSellerCode(request.sellerDownloadCode, codePointers, carry))
    } catch (error) {
      if (!isSellerCodeTaken(error)) throw error
      await once((trx) => settle(trx, failed(error.faults)))
    }
  }

const answer = (trx: Knex.Transaction, outcome: Outcome) =>
  emit(trx, 'release.create-settled.v1', outcome, { subject: outcome.commandId })

/** When it is the operator's own code, a rival has just taken it: tried again, the row meets a release that exists. */
const isSellerCodeTaken = (error: unknown): error is ServiceError =>
  error instanceof ServiceError &&
  error.code === 'download-code-taken' &&
  error.faults.every(({ pointer }) => pointer === codePointers.seller)
