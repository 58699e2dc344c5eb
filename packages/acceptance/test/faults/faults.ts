import { serviceNames } from '@guidebook/contracts'
import { type Killed, kill } from '../../src/kill.ts'
import type { SystemHandle } from '../../src/running-system.ts'
import { seededRandom } from '../../src/seeded-random.ts'
import type { WebhookLedger } from '../../src/webhook-ledger.ts'

/** The processes to kill together in each fault. */
export type FaultPlan = readonly (readonly string[])[]

export interface Faults {
  plan: FaultPlan
  /** Kills the processes of the next fault. Resolves when their replacements run. */
  next(): Promise<Killed[]>
}

/** What the tests of faults share. */
export interface FaultBench {
  system(): SystemHandle
  /** The server of all resellers. */
  ledger(): WebhookLedger
  /** Secrets of the resellers' webhooks, by account. */
  secrets: Map<string, string>
  /** Reproduces the plan of faults and the ledger's responses, but not the exact moment at which a process dies. */
  seed: number
  /** The faults of a test. The plan applies to the long form. */
  faults(plan: FaultPlan): Faults
}

export const faultsOf = (system: () => SystemHandle, plan: FaultPlan): Faults => {
  let n = 0
  return {
    plan,
    next: () => Promise.all((plan[n++] ?? []).map((name) => kill(system(), name))),
  }
}

/** The faults of several tests that run concurrently. Each fault begins when all of them have asked for it. */
export const jointFaults = (faults: Faults, tests: number): Faults => {
  let waiting = 0
  let fault = Promise.withResolvers<Killed[]>()
  return {
    plan: faults.plan,
    next() {
      const current = fault
      if (++waiting === tests) {
        waiting = 0
        fault = Promise.withResolvers()
        current.resolve(faults.next())
      }
      return current.promise
    },
  }
}

const processes = [...serviceNames, 'postgres', 'rabbitmq', 'dovecot']

/** Every process once, in three faults. The dispatcher's is the first: after it, deliveries wait for the end of its leases. */
export const shortPlan = (seed: number): FaultPlan => {
  const order = new Map(processes.map((name) => [name, seededRandom(seed, `order of ${name}`, 1_000_000)]))
  const shuffled = processes.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
  const faults = Map.groupBy(shuffled.entries(), ([index]) => index % 3)
    .values()
    .map((fault) => fault.map(([, name]) => name))
  return [...faults].sort((one, other) => Number(other.includes('webhooks')) - Number(one.includes('webhooks')))
}
