import { operations } from '@guidebook/contracts'
import { fail, idempotent, requireAccount, requireMatch, route } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import type { Context } from '../context.ts'
import { moveSellerCode } from '../download-code/move-seller-code.ts'
import { withSellerCode } from '../download-code/with-seller-code.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { lockForParty } from '../release/queries.ts'
import { releaseEtag } from '../release/release-etag.ts'
import { recordReply } from '../release/reply.ts'
import { applyChange } from './apply-change.ts'

const codePointers = { operator: '/code', seller: '/code' }

/** The code under which the seller knows a release: the one thing of it that the seller may change. Built again, since the roadbook shows it. */
export const changeSellerCode = (context: Context) =>
  route(operations.setSellerCode, async (request) => {
    const { account, release: link, code } = request.params
    requireAccount(request, account)
    return await withKnownAccounts(context.accounts, () =>
      withSellerCode(code, codePointers, (sellerDownloadCode) =>
        idempotent(context.database, request, async (trx) => {
          const full = await lockForParty(trx, account, link)
          if (full === null || full.release.seller === null) return failReleaseMissing()
          requireMatch(request, releaseEtag(full))
          if (full.release.locked) return fail('release-locked', 'The release is locked.')
          const change = {
            action: 'seller-code.changed',
            message: `The seller's download code is ${sellerDownloadCode} now.`,
            fields: { sellerDownloadCode },
            rebuild: true,
          }
          const author = { actor: request.identity.actor, requestId: request.requestId }
          const changed = await applyChange(trx, full, change, author, context.clock.now())
          await moveSellerCode(trx, full.release, changed.release)
          return recordReply(200, changed, context.publicUrl)
        }),
      ),
    )
  })
