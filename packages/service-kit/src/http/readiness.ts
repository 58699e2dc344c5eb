import { operations, type Readiness } from '@guidebook/contracts'
import { withDeadline } from '../clock/with-deadline.ts'
import type { FactSource, HealthCheck, HealthFacts } from '../health.ts'
import type { Logger } from '../log/logger.ts'
import { type Route, route } from './route.ts'

interface ReadinessOptions {
  checks: readonly HealthCheck[]
  /** Reported beside the facts of the checks. */
  facts?: readonly FactSource[]
  log: Logger
  /** Whether the service accepts new requests; false while it stops. */
  isServing(): boolean
  /** How long one check may take, milliseconds. */
  checkDeadlineMs?: number
}

/** Runs every check once. `up` when all pass and the service takes requests. With the facts, unless they are not needed. */
export type ReadReadiness = (options?: { withFacts: boolean }) => Promise<Readiness>

/** A slower dependency is of no use to a request either. Milliseconds. */
const defaultDeadline = 2_000

export function createReadiness({
  checks,
  facts: sources = [],
  log,
  isServing,
  checkDeadlineMs = defaultDeadline,
}: ReadinessOptions): ReadReadiness {
  const lastDown = new Map<string, string>()

  async function isUp(check: HealthCheck): Promise<boolean> {
    try {
      await withDeadline((signal) => check.check(signal), checkDeadlineMs)
      if (lastDown.delete(check.name)) log.info({ check: check.name }, 'health check is up again')
      return true
    } catch (error) {
      const reason = String((error as Error)?.message ?? error)
      // A probe comes every few seconds, so only changes are logged.
      if (lastDown.get(check.name) !== reason) log.warn({ check: check.name, err: error }, 'health check is down')
      lastDown.set(check.name, reason)
      return false
    }
  }

  async function factsOf({
    name,
    facts,
  }: Pick<HealthCheck, 'name' | 'facts'>): Promise<[name: string, facts: HealthFacts][]> {
    if (facts === undefined) return []
    try {
      return [[name, await withDeadline(facts, checkDeadlineMs)]]
    } catch (error) {
      log.debug({ check: name, err: error }, 'facts about a health check are not known')
      return []
    }
  }

  return async ({ withFacts } = { withFacts: true }) => {
    const [results, facts] = await Promise.all([
      Promise.all(checks.map(async (check) => [check.name, await isUp(check)] as const)),
      Promise.all(withFacts ? [...sources, ...checks].map(factsOf) : []),
    ])
    const named = Object.fromEntries(results.map(([name, isGood]) => [name, isGood ? 'up' : 'down'] as const))
    const state = results.every(([, isGood]) => isGood) ? 'up' : 'down'
    const reported = Object.fromEntries(facts.flat())
    return {
      status: isServing() ? state : 'draining',
      checks: named,
      ...(Object.keys(reported).length === 0 ? {} : { facts: reported }),
    }
  }
}

/** Lets the gateway read the readiness of a service over its usual address, with a signed token. */
export const readinessRoute = (readiness: ReadReadiness): Route =>
  route(operations.readReadiness, async () => ({ status: 200, body: await readiness() }))
