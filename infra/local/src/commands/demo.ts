import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { DataSet } from '../demo/data/data-set.ts'
import { readGpxFolder } from '../demo/data/gpx-folder.ts'
import { montBlanc } from '../demo/data/mont-blanc.ts'
import { runDemonstration } from '../demo/run-demonstration.ts'
import { showTable } from '../demo/table.ts'
import { type Description, readDescription } from '../state/description.ts'
import { lockHolder } from '../state/lock.ts'
import { oneLineMessage, UserFacingError } from '../user-facing-error.ts'
import type { Command, CommandContext } from './command.ts'
import { withSystem } from './up.ts'

/** The built-in data, or that of a folder of GPX files. */
function dataSetOf(args: readonly string[]): DataSet {
  const { tracks } = optionsIn(args)
  if (tracks === undefined) return montBlanc
  const folder = resolve(tracks)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UserFacingError(`no folder ${folder}`)
  return readGpxFolder(folder)
}

function optionsIn(args: readonly string[]): { tracks?: string | undefined } {
  try {
    return parseArgs({ args: [...args], options: { tracks: { type: 'string' } } }).values
  } catch (error) {
    throw new UserFacingError(`${oneLineMessage(error)}; the only option is --tracks DIR, a folder of GPX files`, {
      cause: error,
    })
  }
}

/** Runs the demonstration against a system and shows its results. */
export async function demonstrate(context: CommandContext, system: Description, data = montBlanc): Promise<void> {
  const { report } = context
  const demonstration = await runDemonstration({ system, data, folder: context.data, report })
  showTable(report, system, demonstration)
}

/** Runs the demonstration against the running system, else against one that is started just for it. */
export const demo: Command = async (context) => {
  const data = dataSetOf(context.args)
  const holder = lockHolder(context.data)
  const description = holder === undefined ? undefined : readDescription(context.data)
  if (holder !== undefined && !description)
    throw new UserFacingError(`the system is still starting (process ${holder}): try again when it is ready`)
  if (description) await demonstrate(context, description, data)
  else await withSystem(context, (system) => demonstrate(context, system.description, data))
  return 0
}
