import { showTable } from '../demo/table.ts'
import type { Command } from './command.ts'
import { demonstrate } from './demo.ts'
import { runUntilStopped, withSystem } from './up.ts'

/** Runs the system. The first start also runs the demonstration; later ones show its results. */
export const start: Command = (context) =>
  withSystem(context, async (system) => {
    const { description } = system
    const { demonstration } = description
    if (demonstration === null) await demonstrate(context, description)
    else {
      context.report(`the demonstration ran on ${demonstration.ranAt}; "npm run demo" runs it again`)
      showTable(context.report, description, demonstration)
    }
    return runUntilStopped(system, context)
  })
