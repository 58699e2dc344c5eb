import { serviceNames } from '@guidebook/contracts'
import { processOf } from '../src/process-memory.ts'
import type { Description } from '../src/running-system.ts'
import { processorSeconds } from './scale-processors.ts'

/** The processes whose processor time is counted, in the order of the table. */
export const measured = [...serviceNames, 'postgres', 'rabbitmq']

/** Processor seconds of each process; `others` are further processes of a service. */
export type Usage = Record<string, number>

export const usageOf = (system: Description, others: { service: string; pid: number }[] = []): Usage =>
  Object.fromEntries(
    measured.map((name) => [
      name,
      [processOf(system, name), ...others.filter(({ service }) => service === name).map(({ pid }) => pid)]
        .map(processorSeconds)
        .reduce((sum, seconds) => sum + seconds, 0),
    ]),
  )

/** What each process has used since `before`, in milliseconds per unit. */
export const perUnit = (before: Usage, after: Usage, units: number): Usage =>
  Object.fromEntries(measured.map((name) => [name, (((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / units]))

const cell = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0)).padStart(9)
const line = (name: string, cells: string[]) => `${name.padEnd(46)}${cells.join('')}`

/** Prints a table of processor milliseconds per unit; the idle system's processor time is subtracted. */
export const createCostTable = async (system: Description) => {
  const idleMs = 5_000
  const measure = async (work: () => Promise<unknown>) => {
    const before = usageOf(system)
    const began = performance.now()
    await work()
    return { before, after: usageOf(system), seconds: (performance.now() - began) / 1_000 }
  }
  const still = await measure(() => new Promise((resolve) => setTimeout(resolve, idleMs)))
  const idle = perUnit(still.before, still.after, still.seconds)
  const print = (name: string, usage: Usage) =>
    console.log(
      line(
        name,
        measured.map((one) => cell(Math.max(0, usage[one] ?? 0))),
      ),
    )
  console.log(
    line(
      'processor milliseconds',
      measured.map((name) => name.padStart(9)),
    ),
  )
  print('each second, idle', idle)
  return {
    /** Measures `units` units of work. */
    async row(name: string, units: number, work: () => Promise<unknown>): Promise<void> {
      const { before, after, seconds } = await measure(work)
      const used = perUnit(before, after, units)
      print(
        name,
        Object.fromEntries(measured.map((one) => [one, (used[one] ?? 0) - ((idle[one] ?? 0) * seconds) / units])),
      )
    },
  }
}
