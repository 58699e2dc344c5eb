/** Arguments and options, and those that several commands take. */
import type { Operation } from '@guidebook/contracts'
import { CommandError } from './command-error.ts'

/** An argument, or an option when it is not `positional`. */
export interface Argument {
  type: 'positional' | 'string' | 'enum' | 'boolean'
  description: string
  required?: boolean
  valueHint?: string
  /** One letter. */
  alias?: string
  /** The possible values; absent: any. */
  options?: readonly string[]
  /** The contract's schema of the value. */
  schema?: Operation['body']
}

export type Arguments = Readonly<Record<string, Argument>>

/** The parsed arguments. Required arguments are always present: they are prompted for, or refused, before. */
export type Values<A extends Arguments> = {
  readonly [K in keyof A]: A[K] extends { type: 'boolean' }
    ? boolean
    :
        | (A[K] extends { options: readonly (infer O)[] } ? O : string)
        | (A[K] extends { required: true } ? never : undefined)
}

type Rule = Pick<Argument, 'schema'>

export const positional = (description: string, rule: Rule = {}) =>
  ({ type: 'positional', required: true, description, ...rule }) as const
export const option = (valueHint: string, description: string, rule: Rule = {}) =>
  ({ type: 'string', valueHint, description, ...rule }) as const
export const choice = <const O extends string>(options: readonly O[], description: string) =>
  ({ type: 'enum', options, description }) as const
export const flag = (description: string) => ({ type: 'boolean', description }) as const

export const accountArgument = positional('Account, by its id or OID')

export const commonArguments = {
  every: {
    json: flag('Print JSON for programs'),
    'admin-url': option('url', 'Address of the admin listener (default: GUIDEBOOK_ADMIN_URL, then the local system)'),
    'admin-token': option('token', 'Admin token, or @/path of its file (default: GUIDEBOOK_ADMIN_TOKEN)'),
    'no-color': flag('No colours, as with NO_COLOR'),
  },
  change: { 'dry-run': flag('Check the command and show the requests or files without sending or writing them') },
  confirming: { yes: { ...flag('Do not ask for confirmation'), alias: 'y' } },
  repeating: { 'idempotency-key': option('key', 'Key of an earlier attempt; the repeat has no second effect') },
} as const

/** The fields that have a value: an absent option is not sent. */
export const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T as undefined extends T[K] ? never : K]: T[K]
  } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

/** Parses the value of an option. Throws a `CommandError` that names the option. */
export function wholeNumber(name: string, text: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  const bounds = max === Number.MAX_SAFE_INTEGER ? (min === 0 ? '' : ` from ${min}`) : ` from ${min} to ${max}`
  throw new CommandError('usage', 'invalid-field', 'a value is invalid', {
    details: [{ pointer: name, message: `must be a whole number${bounds}` }],
  })
}
