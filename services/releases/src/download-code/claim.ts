import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** As which of its accounts a code names a release. */
export type CodeRole = 'operator' | 'seller'

/** A code of an account, and the release that it names. */
export interface ClaimedCode {
  account: string
  code: number
  role: CodeRole
  operator: string
  release_id: number
}

/** What a release needs to know of itself in order to claim its codes. */
export interface CodedRelease {
  account: string
  id: number
  downloadCode: number
  seller: string | null
  sellerDownloadCode: number | null
}

/** The codes under which a release is known: the operator's, and the seller's in the seller's own account. */
export function codesOf({ account, id, downloadCode, seller, sellerDownloadCode }: CodedRelease): ClaimedCode[] {
  const release = { operator: account, release_id: id }
  const codes: ClaimedCode[] = [{ account, code: downloadCode, role: 'operator', ...release }]
  if (seller !== null && sellerDownloadCode !== null) {
    codes.push({ account: seller, code: sellerDownloadCode, role: 'seller', ...release })
  }
  return codes
}

/**
 * Claims codes (`?`: a JSON array of `ClaimedCode`) and answers those that were free. A rival that has a code but has not
 * committed yet is waited for. In the order of the key, so that two who want the same codes don't wait for each other.
 */
export const insertCodes = `INSERT INTO download_codes (account, code, role, operator, release_id)
  SELECT account, code, role, operator, release_id FROM json_to_recordset(?::json)
    AS code(account uuid, code bigint, role text, operator uuid, release_id bigint) ORDER BY account, code
  ON CONFLICT (account, code) DO NOTHING RETURNING account, code, role, operator, release_id`

export const claimCodes = (trx: Knex.Transaction, codes: readonly ClaimedCode[]) =>
  prepared<Pick<ClaimedCode, 'account' | 'code' | 'role'>>(trx, 'releases/claim-codes', insertCodes, [
    JSON.stringify(codes),
  ])

/** Frees a release's code in one role, or in both. */
export async function freeCodes(
  trx: Knex.Transaction,
  { account, id }: Pick<CodedRelease, 'account' | 'id'>,
  roles: readonly CodeRole[],
): Promise<void> {
  await prepared(
    trx,
    'releases/free-codes',
    'DELETE FROM download_codes WHERE operator = ? AND release_id = ? AND role = ANY(?::text[])',
    [account, id, roles],
  )
}

/** Which release a code of the account names, and as what. */
export async function findByCode(db: Knex | Knex.Transaction, account: string, code: number) {
  const [row] = await prepared<{ role: CodeRole; link: string; kind: string }>(
    db,
    'releases/by-code',
    `SELECT c.role, r.link, r.kind FROM download_codes c
       JOIN releases r ON r.account = c.operator AND r.id = c.release_id
      WHERE c.account = ? AND c.code = ?`,
    [account, code],
  )
  return row ?? null
}
