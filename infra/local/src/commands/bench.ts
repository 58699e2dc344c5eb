import { join } from 'node:path'
import { runProgram } from '../processes/run-program.ts'
import { withTestServers } from '../tests/with-test-servers.ts'
import type { Command } from './command.ts'

/** The figures of speed, each against a limit measured in the same run. Arguments choose some of them. */
export const bench: Command = (context) =>
  withTestServers(context, ({ env }) => {
    const { root, args, signal } = context
    return runProgram([join('packages', 'acceptance', 'bench', 'main.ts'), ...args], { cwd: root, env, signal })
  })
