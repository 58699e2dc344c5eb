import type { Fault } from '@guidebook/contracts'
import { fail, failWith } from '@guidebook/service-kit'

/** Throws all faults at once. The first one decides the code and the status. */
export const failWithFaults = (faults: readonly Fault[]): never => failWith(faults[0]?.code ?? 'invalid-field', faults)

/** Throws 404. A release that never existed, was revoked or belongs to another account gets the same response. */
export const failReleaseMissing = (): never =>
  fail('not-found', 'No release of the account has this link. Use the field `link` of its record.')

export const failLocked = (): never => fail('release-locked', 'The release is locked.')
