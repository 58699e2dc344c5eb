import type { Command } from './command.ts'
import { test } from './test.ts'

/** Tests that have a long form: many times the load and the faults, many times the requests that are made up. Arguments name some of them. */
export const soak: Command = (context) => {
  const files = context.args.length > 0 ? context.args : ['faults', 'fuzz.test', 'naughty-strings']
  return test({ ...context, env: { ...context.env, SOAK: '1' }, args: ['--project', 'acceptance', ...files] })
}
