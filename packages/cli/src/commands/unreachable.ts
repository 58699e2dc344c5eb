import type { ServiceName } from '@guidebook/contracts'
import type { Answer } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

/** An answer without the part of some services is shown, and is no success. */
export const notAsked = (services: readonly ServiceName[]): Pick<Answer, 'notes' | 'exitCode'> =>
  services.length === 0
    ? {}
    : { notes: [`Not complete: ${services.join(', ')} did not answer.`], exitCode: exitCodes.unreachable }
