import { randomInt } from 'node:crypto'
import type { Fault } from '@guidebook/contracts'
import { prepared, ServiceError } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { DownloadCodeRow } from '../generated/rows.ts'
import type { ReleaseId, ReleaseRow } from '../release/release.ts'

/** The role of a code's account in the release. */
export type CodeRole = DownloadCodeRow['role']

/** Another release of the account has the code. */
export class DownloadCodeTakenError extends Error {
  override readonly name = 'DownloadCodeTakenError'
  readonly roles: readonly CodeRole[]
  constructor(roles: readonly CodeRole[]) {
    super(`download code taken: ${roles.join(', ')}`)
    this.roles = roles
  }
}

export const codeTakenFault = (pointer: string): Fault => ({
  pointer,
  code: 'download-code-taken',
  message: 'Another release of the account has this code.',
})

type CodedRelease = Pick<ReleaseRow, 'account' | 'id' | 'download_code' | 'seller' | 'seller_download_code'>

/** The codes of a release: the operator's, and the seller's in the seller's own account. */
export function codesOf({ account, id, download_code, seller, seller_download_code }: CodedRelease): DownloadCodeRow[] {
  const release = { operator: account, release_id: id }
  const codes: DownloadCodeRow[] = [{ account, code: download_code, role: 'operator', ...release }]
  if (seller !== null && seller_download_code !== null) {
    codes.push({ account: seller, code: seller_download_code, role: 'seller', ...release })
  }
  return codes
}

/**
 * Claims codes (`?`: a JSON array of rows) and returns those that were free. It waits for a concurrent transaction that has claimed a code. The
 * rows are sorted by the key, so that two transactions that claim the same codes do not wait for each other.
 */
export const insertCodes = `insert into download_codes (account, code, role, operator, release_id)
  select account, code, role, operator, release_id from json_populate_recordset(cast(null as download_codes), ?)
   order by account, code
  on conflict (account, code) do nothing returning account, code, role, operator, release_id`

/** Replaces the seller's code of a release. Throws `DownloadCodeTakenError`: the transaction must then be rolled back. */
export async function moveSellerCode(trx: Knex.Transaction, before: CodedRelease, after: CodedRelease): Promise<void> {
  if (before.seller === after.seller && before.seller_download_code === after.seller_download_code) return
  await freeCodes(trx, before, ['seller'])
  const codes = codesOf(after).filter(({ role }) => role === 'seller')
  const claimed = await prepared(trx, 'releases/claim-codes', insertCodes, [JSON.stringify(codes)])
  if (claimed.length < codes.length) throw new DownloadCodeTakenError(['seller'])
}

export async function freeCodes(trx: Knex.Transaction, { account, id }: ReleaseId, roles: CodeRole[]): Promise<void> {
  await trx('download_codes').where({ operator: account, release_id: id }).whereIn('role', roles).delete()
}

/** The release that has a code of the account, and the role of the account in it. */
export async function findByCode(db: Knex, account: string, code: number) {
  const [row] = await prepared<Pick<ReleaseRow, 'link' | 'kind'> & { role: CodeRole }>(
    db,
    'releases/by-code',
    `select c.role, r.link, r.kind from download_codes c
       join releases r on r.account = c.operator and r.id = c.release_id
      where c.account = :account and c.code = :code`,
    { account, code },
  )
  return row ?? null
}

/** Nine random digits, the first not 0. Only the database knows whether the code is free. */
const generateSellerCode = (): number => randomInt(100_000_000, 1_000_000_000)

/**
 * Runs work that claims codes, in a new transaction each time. A seller's code that the request left open is drawn again while it is taken. A
 * code of the request that is taken is a 409 with its JSON Pointer.
 */
export async function withSellerCode<T>(
  requested: number | undefined,
  pointers: Record<CodeRole, string>,
  work: (sellerCode: number) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work(requested ?? generateSellerCode())
    } catch (error) {
      if (!(error instanceof DownloadCodeTakenError)) throw error
      const named = error.roles.filter((role) => role === 'operator' || requested !== undefined)
      if (named.length > 0) {
        throw new ServiceError('download-code-taken', { faults: named.map((role) => codeTakenFault(pointers[role])) })
      }
    }
  }
}
