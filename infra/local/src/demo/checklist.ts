import type { Report } from '../report.ts'
import { oneLineMessage, UserFacingError } from '../user-facing-error.ts'

/** The demonstration expected something that it did not find. */
export class ExpectationError extends UserFacingError {
  override name = 'ExpectationError'
}

/** Fails the step with the message when the condition is false. */
export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ExpectationError(message)
}

export interface Checklist {
  /** Runs a step and reports it with its duration. A step that fails ends the demonstration. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>
}

export function createChecklist(report: Report): Checklist {
  let number = 0
  return {
    async step(title, work) {
      number += 1
      const startedAt = performance.now()
      const line = (mark: string) =>
        `  ${mark} ${String(number).padStart(2)}  ${title.padEnd(72)} ${((performance.now() - startedAt) / 1000).toFixed(2).padStart(6)} s`
      try {
        const result = await work()
        report(line('✓'))
        return result
      } catch (error) {
        report(line('✗'))
        throw new ExpectationError(`${title}: ${oneLineMessage(error)}`)
      }
    },
  }
}
