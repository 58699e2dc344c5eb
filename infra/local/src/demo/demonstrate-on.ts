import type { Report } from '../report.ts'
import { readDemonstration } from '../state/description.ts'
import type { DemoSystem } from './context.ts'
import { montBlanc } from './data/mont-blanc.ts'
import { runDemonstration } from './run-demonstration.ts'
import { createSignInLink } from './sign-in.ts'
import { type ShownSystem, showTable } from './table.ts'

export type { DemoSystem } from './context.ts'
export { removeDemonstration } from './remove-demonstration.ts'

interface Options {
  /** Holds the accounts of earlier demonstrations. */
  folder: string
  report: Report
  shown: ShownSystem
}

/** Does the main job on a running system, and shows its links. */
export async function demonstrateOn(system: DemoSystem, { folder, report, shown }: Options): Promise<void> {
  const known = { ...system, demonstration: readDemonstration(folder) }
  const demonstration = await runDemonstration({ system: known, data: montBlanc, folder, report })
  showTable(report, shown, demonstration, await createSignInLink(system, demonstration))
}
