import { inOneLine, LocalFault } from '../fault.ts'
import type { Say } from '../say.ts'

/** Something the demonstration expected and did not find. */
export class ExpectationFailed extends LocalFault {
  override name = 'ExpectationFailed'
}

/** Ends the step when what it says does not hold. */
export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new ExpectationFailed(otherwise)
}

export interface Checklist {
  /** Does a step, checks it, and shows it with its time. A step that fails ends the demonstration. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>
}

export function checklist(tell: Say): Checklist {
  let number = 0
  return {
    async step(title, work) {
      number += 1
      const began = performance.now()
      const line = (mark: string) =>
        `  ${mark} ${String(number).padStart(2)}  ${title.padEnd(72)} ${((performance.now() - began) / 1000).toFixed(2).padStart(6)} s`
      try {
        const result = await work()
        tell(line('✓'))
        return result
      } catch (error) {
        tell(line('✗'))
        throw new ExpectationFailed(`${title}: ${inOneLine(error)}`)
      }
    },
  }
}
