import type { Knex } from 'knex'
import { type CodedRelease, claimCodes, codesOf, freeCodes } from './claim.ts'
import { DownloadCodeTakenError } from './errors.ts'

/** Frees the seller's code that a release had and claims the one it has now. Throws `DownloadCodeTakenError`: the transaction must then be given up. */
export async function moveSellerCode(trx: Knex.Transaction, before: CodedRelease, after: CodedRelease): Promise<void> {
  if (before.seller === after.seller && before.sellerDownloadCode === after.sellerDownloadCode) return
  await freeCodes(trx, before, ['seller'])
  const codes = codesOf(after).filter(({ role }) => role === 'seller')
  const claimed = await claimCodes(trx, codes)
  if (claimed.length < codes.length) throw new DownloadCodeTakenError(['seller'])
}
