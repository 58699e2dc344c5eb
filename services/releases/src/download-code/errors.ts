import type { Fault } from '@guidebook/contracts'
import type { CodeRole } from './claim.ts'

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
