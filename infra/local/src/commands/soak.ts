import type { Command } from './command.ts'
import { test } from './test.ts'

/** The fault tests in their long form: the same tests with many times the load and the faults. */
export const soak: Command = (context) =>
  test({ ...context, env: { ...context.env, SOAK: '1' }, args: ['--project', 'acceptance', 'faults', ...context.args] })
