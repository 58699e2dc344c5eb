import type { Fault } from '@guidebook/contracts'
import { ServiceError } from '@guidebook/service-kit'
import type { CodeRole } from './claim.ts'
import { generateSellerCode } from './generate.ts'

/** Another release has a code that this one wants. */
export class DownloadCodeTaken extends Error {
  override readonly name = 'DownloadCodeTaken'
  readonly roles: readonly CodeRole[]
  constructor(roles: readonly CodeRole[]) {
    super(`download code taken: ${roles.join(', ')}`)
    this.roles = roles
  }
}

/** Where the request says each code, as JSON Pointers. */
export type CodePointers = Record<CodeRole, string>

export const codeTakenFault = (pointer: string): Fault => ({
  pointer,
  code: 'download-code-taken',
  message: 'Another release of the account has this code.',
})

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
      if (!(error instanceof DownloadCodeTaken)) throw error
      const named = error.roles.filter((role) => role === 'operator' || wanted !== undefined)
      if (named.length > 0) {
        throw new ServiceError('download-code-taken', { faults: named.map((role) => codeTakenFault(pointers[role])) })
      }
    }
  }
}
