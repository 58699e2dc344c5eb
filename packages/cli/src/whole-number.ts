import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'

/** The number that an option was given. Throws a `Failure` that names the option. */
export function wholeNumber(option: string, text: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  const bounds = max === Number.MAX_SAFE_INTEGER ? (min === 0 ? '' : ` from ${min}`) : ` from ${min} to ${max}`
  throw new Failure('a value is not right', {
    code: 'invalid-field',
    exitCode: exitCodes.usage,
    details: [{ pointer: option, message: `must be a whole number${bounds}` }],
  })
}
