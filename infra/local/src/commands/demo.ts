import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { DataSet } from '../demo/data/data-set.ts'
import { readGpxFolder } from '../demo/data/gpx-folder.ts'
import { montBlanc } from '../demo/data/mont-blanc.ts'
import { runDemonstration } from '../demo/run-demonstration.ts'
import { showTable } from '../demo/table.ts'
import { inOneLine, LocalFault } from '../fault.ts'
import { type Description, readDescription } from '../state/description.ts'
import { lockState } from '../state/lock.ts'
import type { Command, CommandContext } from './command.ts'
import { withSystem } from './up.ts'

/** The built-in data, or that of a folder of GPX files. */
function dataSetOf(args: readonly string[]): DataSet {
  const { tracks } = optionsIn(args)
  if (tracks === undefined) return montBlanc
  const folder = resolve(tracks)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new LocalFault(`no folder ${folder}`)
  return readGpxFolder(folder)
}

function optionsIn(args: readonly string[]): { tracks?: string | undefined } {
  try {
    return parseArgs({ args: [...args], options: { tracks: { type: 'string' } } }).values
  } catch (error) {
    throw new LocalFault(`${inOneLine(error)}; what it takes: --tracks DIR, a folder of GPX files`, { cause: error })
  }
}

/** Runs the demonstration against a system and shows what came of it. */
export async function demonstrate(context: CommandContext, system: Description, data = montBlanc): Promise<void> {
  const { tell } = context
  const demonstration = await runDemonstration({ system, data, folder: context.data, tell })
  showTable(tell, system, demonstration)
}

/** The demonstration against the running system, else against one that is up just for it. */
export const demo: Command = async (context) => {
  const data = dataSetOf(context.args)
  const { holder } = await lockState(context.data)
  const description = holder && readDescription(context.data)
  if (holder && !description)
    throw new LocalFault(`the system is still starting (process ${holder.pid}): try again when it is ready`)
  if (description) await demonstrate(context, description, data)
  else await withSystem(context, (system) => demonstrate(context, system.description, data))
  return 0
}
