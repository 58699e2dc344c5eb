/** Commands that start the system, with or without the demonstration. */
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { DataSet } from '../demo/data/data-set.ts'
import { readGpxFolder } from '../demo/data/gpx-folder.ts'
import { montBlanc } from '../demo/data/mont-blanc.ts'
import { createSignInLink } from '../demo/sign-in.ts'
import { shownLocally, showTable } from '../demo/table.ts'
import type { Report } from '../report.ts'
import { type Demonstration, type Description, readDescription } from '../state/description.ts'
import { lockHolder } from '../state/lock.ts'
import { openWorkspace } from '../state/workspace.ts'
import { type System, startSystem } from '../system/start-system.ts'
import { oneLineMessage, UserFacingError } from '../user-facing-error.ts'
import type { Command, CommandContext } from './command.ts'

/** Starts the system, does the work while it runs, and stops it whatever happens. */
async function withSystem<T>(context: CommandContext, work: (system: System) => Promise<T>): Promise<T> {
  const { root, data, env, report, signal } = context
  report('starting the guidebook service')
  const system = await startSystem({ workspace: await openWorkspace(root, data), env, report, signal })
  try {
    return await work(system)
  } finally {
    report('stopping …')
    await system.stop()
    report('stopped')
  }
}

/** Reports that the system is ready and waits for the request to stop. */
async function runUntilStopped({ description }: System, { report, signal }: CommandContext): Promise<number> {
  report(`ready: ${description.baseUrl}`)
  if (!signal.aborted) await once(signal, 'abort')
  return 0
}

/** Runs the system without the demonstration. */
export const up: Command = (context) => withSystem(context, (system) => runUntilStopped(system, context))

/** Runs the demonstration against a system and shows its results. */
async function demonstrate({ data: folder, report, signal }: CommandContext, system: Description, data = montBlanc) {
  const { runDemonstration } = await import('../demo/run-demonstration.ts')
  await showDemonstration(system, await runDemonstration({ system, data, folder, report, signal }), report)
}

async function showDemonstration(system: Description, demonstration: Demonstration, report: Report): Promise<void> {
  showTable(report, shownLocally(system), demonstration, await createSignInLink(system, demonstration))
}

/** Runs the system. The first start also runs the demonstration; later ones show its results. */
export const start: Command = (context) =>
  withSystem(context, async (system) => {
    const { description } = system
    const { demonstration } = description
    if (demonstration === null) await demonstrate(context, description)
    else {
      context.report(`the demonstration ran on ${demonstration.ranAt}; "npm run demo" runs it again`)
      await showDemonstration(description, demonstration, context.report)
    }
    return runUntilStopped(system, context)
  })

/** The built-in data, or that of a folder of GPX files. */
function dataSetOf({ tracks }: DemoOptions): DataSet {
  if (tracks === undefined) return montBlanc
  const folder = resolve(tracks)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UserFacingError(`no folder ${folder}`)
  return readGpxFolder(folder)
}

interface DemoOptions {
  tracks?: string | undefined
  remove?: boolean | undefined
}

function optionsIn(args: readonly string[]): DemoOptions {
  try {
    return parseArgs({ args: [...args], options: { tracks: { type: 'string' }, remove: { type: 'boolean' } } }).values
  } catch (error) {
    throw new UserFacingError(
      `${oneLineMessage(error)}; the options are --tracks DIR, a folder of GPX files, and --remove`,
    )
  }
}

/** Runs the demonstration, or removes what it made, against the running system, else against one that is started just for it. */
export const demo: Command = async (context) => {
  const options = optionsIn(context.args)
  const data = dataSetOf(options)
  const work =
    options.remove === true ? await removal(context) : (system: Description) => demonstrate(context, system, data)
  const holder = lockHolder(context.data)
  if (holder === undefined) await withSystem(context, ({ description }) => work(description))
  else {
    const description = readDescription(context.data)
    if (!description)
      throw new UserFacingError(`the system is still starting (process ${holder}): try again when it is ready`)
    await work(description)
  }
  return 0
}

async function removal({ data: folder, report }: CommandContext) {
  // No system was ever started here.
  if (!existsSync(folder)) throw new UserFacingError('there is no demonstration to remove')
  const { removeDemonstration } = await import('../demo/remove-demonstration.ts')
  return (system: Description) => removeDemonstration({ system, folder, report })
}
