import { ServiceError } from '@guidebook/service-kit'
import type { CodeRole } from './claim.ts'
import { codeTakenFault, DownloadCodeTakenError } from './errors.ts'
import { generateSellerCode } from './generate.ts'

/** JSON Pointers to the codes in the request. */
export type CodePointers = Record<CodeRole, string>

/**
 * Runs work that claims codes. A seller's code that the request left open is drawn again as long as it happens to be taken; a code
 * that the request names and that is taken is the 409 with its pointers. The work runs in a transaction of its own each time.
 */
export async function withSellerCode<T>(
  wanted: number | undefined,
  pointers: CodePointers,
  work: (sellerCode: number) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work(wanted ?? generateSellerCode())
    } catch (error) {
      if (!(error instanceof DownloadCodeTakenError)) throw error
      const named = error.roles.filter((role) => role === 'operator' || wanted !== undefined)
      if (named.length > 0) {
        throw new ServiceError('download-code-taken', { faults: named.map((role) => codeTakenFault(pointers[role])) })
      }
    }
  }
}
