import type { Command } from './command.ts'
import { test } from './test.ts'

/**
 * Runs the tests in their long form: many times the load, the faults and the generated requests, and properties with a new seed.
 * Arguments select tests, as those of `test` do.
 */
export const soak: Command = (context) => test({ ...context, env: { ...context.env, SOAK: '1' } })
