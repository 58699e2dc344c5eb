import type { Fault } from '@guidebook/contracts'
import { failWith } from '@guidebook/service-kit'

/** Answers all faults at once; the first names the code and so the status of the answer. */
export function refuse(faults: readonly Fault[]): never {
  const [first] = faults
  if (first === undefined) throw new TypeError('nothing to refuse')
  return failWith(first.code, faults)
}
