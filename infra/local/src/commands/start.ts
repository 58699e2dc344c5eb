import { showTable } from '../demo/table.ts'
import type { Command } from './command.ts'
import { demonstrate } from './demo.ts'
import { stand, withSystem } from './up.ts'

/** The system with its demonstration, which runs at the first start; later ones show what it left. */
export const start: Command = (context) =>
  withSystem(context, async (system) => {
    const { description } = system
    if (description.demonstration === null) await demonstrate(context, description)
    else {
      context.tell(`the demonstration ran ${description.demonstration.ranAt}; "npm run demo" runs it again`)
      showTable(context.tell, description, description.demonstration)
    }
    return stand(system, context)
  })
