import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { prioritize } from '../noisy-neighbour/priority.ts'
import { processOf } from '../src/process-memory.ts'
import type { Description } from '../src/running-system.ts'
import { startReplica } from './gateway-replica.ts'
import { type Comparison, median, timed } from './rounds.ts'
import { measured, perUnit, usageOf } from './scale-costs.ts'
import { pin, processors } from './scale-processors.ts'
import type { Slices } from './scale-slices.ts'

const counted = 5

export interface ScaledWork {
  /** For example `create a plain release`. */
  name: string
  service: string
  units: number
  /** How long of every 50 ms each replica runs. */
  sliceMs: number
  /** Does all units of work with the replicas at these addresses, and resolves when it is done. */
  work(origins: readonly string[]): Promise<unknown>
}

/** Runs the processes in slices of time, until it is disposed. */
const startSlices = () => {
  const child = fork(fileURLToPath(new URL('./scale-slices.ts', import.meta.url)))
  return {
    async set(slices: Slices): Promise<void> {
      child.send(slices)
      await once(child, 'message')
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/**
 * The same work with one and with two replicas of a service. The replicas share a processor in turns; all other processes have the others.
 * Compares the throughput, and the processor time of a unit in service, database and broker together.
 */
export const compareReplicas = async (system: Description, scaled: ScaledWork): Promise<Comparison[]> => {
  const { name, service, units, sliceMs, work } = scaled
  const first = processOf(system, service)
  const origin = system.services[service]?.url ?? ''
  pin(first, processors.ofReplicas)
  await using slices = startSlices()
  const measure = async (replicas: { pid: number; origin: string }[]) => {
    const origins = replicas.map((replica) => replica.origin)
    const others = replicas.slice(1).map(({ pid }) => ({ service, pid }))
    await work(origins)
    await slices.set({ pids: replicas.map(({ pid }) => pid), sliceMs })
    const rates: number[] = []
    const costs: number[] = []
    for (let round = 0; round < counted; round++) {
      const before = usageOf(system, others)
      rates.push(units / ((await timed(() => work(origins))) / 1_000))
      const used = perUnit(before, usageOf(system, others), units)
      costs.push([service, 'postgres', 'rabbitmq'].reduce((sum, one) => sum + (used[one] ?? 0), 0))
      if (round === counted - 1) console.log(describeUsage(`${name}, ${replicas.length} of ${service}`, used))
    }
    await slices.set({ pids: [], sliceMs })
    return { rate: median(rates), cost: median(costs) }
  }
  const one = await measure([{ pid: first, origin }])
  await using replica = await startReplica(system, service)
  prioritize(replica.pid)
  pin(replica.pid, processors.ofReplicas)
  const two = await measure([
    { pid: first, origin },
    { pid: replica.pid, origin: replica.baseUrl },
  ])
  pin(first, processors.ofOthers)
  const comparison = (
    what: string,
    figure: 'rate' | 'cost',
    unit: string,
    target: Comparison['target'],
  ): Comparison => ({
    name: `${name}: ${what}`,
    limit: { what: `one ${service}`, value: one[figure], unit },
    subject: { what: `two of ${service}`, value: two[figure], unit },
    ratio: two[figure] / one[figure],
    target,
  })
  return [
    comparison(`replicas that run ${sliceMs} of every 50 ms`, 'rate', 'a second', { atLeast: 1.6 }),
    comparison('processor time of service, PostgreSQL and RabbitMQ', 'cost', 'ms', { atMost: 1.25 }),
  ]
}

const describeUsage = (name: string, used: Record<string, number>): string =>
  `  ${name}: ${measured.map((one) => `${one} ${(used[one] ?? 0).toFixed(2)}`).join(', ')} ms a unit`
