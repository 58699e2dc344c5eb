import { type Explanation, inEnglish } from '../explanation.ts'

/** The file cannot be read as CSV; the explanation tells its sender where and why. */
export class UnreadableCsvError extends Error {
  override readonly name = 'UnreadableCsvError'
  readonly explanation: Explanation
  constructor(explanation: Explanation) {
    super(inEnglish(explanation))
    this.explanation = explanation
  }
}
