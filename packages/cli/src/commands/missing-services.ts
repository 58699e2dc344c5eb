import type { ServiceName } from '@guidebook/contracts'
import type { Result } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

/** A result that lacks the data of some services is shown, with an exit code that says so. */
export const incompleteNote = (services: readonly ServiceName[]): Pick<Result, 'notes' | 'exitCode'> =>
  services.length === 0
    ? {}
    : { notes: [`Incomplete: ${services.join(', ')} did not respond.`], exitCode: exitCodes.unreachable }
