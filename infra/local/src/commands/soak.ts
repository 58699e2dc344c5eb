import type { Command } from './command.ts'
import { test } from './test.ts'

/**
 * Every test, in its long form where it has one: many times the load, the faults and the requests that are made up; properties with another
 * seed each time. Arguments narrow it down as those of `test` do.
 */
export const soak: Command = (context) => test({ ...context, env: { ...context.env, SOAK: '1' } })
