import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

/** Parses the value of an option. Throws a `CommandError` that names the option. */
export function wholeNumber(option: string, text: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  const bounds = max === Number.MAX_SAFE_INTEGER ? (min === 0 ? '' : ` from ${min}`) : ` from ${min} to ${max}`
  throw new CommandError('a value is invalid', {
    code: 'invalid-field',
    exitCode: exitCodes.usage,
    details: [{ pointer: option, message: `must be a whole number${bounds}` }],
  })
}
