/** Arguments that several commands take. */
import type { Argument } from './command.ts'

export const accountArgument = {
  type: 'positional',
  required: true,
  description: 'Account, by its id or OID',
} as const satisfies Argument

/** The fields that have a value: an absent option is not sent. */
export const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T as undefined extends T[K] ? never : K]: T[K]
  } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }
