import type { Fault } from './schemas/problem.ts'

/** Faults in the detail of a problem document; its `errors` has all of them. */
const detailedFaults = 3

/** The detail of an error that has none besides its faults; empty without faults. */
export function detailOfFaults(faults: readonly Pick<Fault, 'pointer' | 'message'>[]): string {
  const more = faults.length > detailedFaults ? [`and ${faults.length - detailedFaults} more`] : []
  const shown = faults.slice(0, detailedFaults).map(({ pointer, message }) => `${pointer || 'The request'}: ${message}`)
  return [...shown, ...more].join('; ')
}
