import type { Fault } from '@guidebook/contracts'
import { fail, failWith } from '@guidebook/service-kit'

/** Throws all faults at once. The first one decides the code and the status. */
export function failWithFaults(faults: readonly Fault[]): never {
  const [first] = faults
  if (first === undefined) throw new TypeError('failWithFaults needs at least one fault')
  return failWith(first.code, faults)
}

/** Throws 404. A release that never existed, was revoked or belongs to another account gets the same response. */
export const failReleaseMissing = (): never =>
  fail('not-found', 'No release of the account has this link. Use the field `link` of its record.')

export const failLocked = (): never => fail('release-locked', 'The release is locked.')
