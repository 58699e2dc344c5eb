import type { PartStatus } from '@guidebook/contracts'
import { textOf } from './facts.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/**
 * Seconds. A service refuses tokens of another one whose clock is further ahead than `clockTolerance` in service-kit's `token-verifier.ts`, and so
 * all its requests. A replica that takes up to three seconds to respond seems to be ahead by that time.
 */
const limits = { warning: 3, error: 5 }
const remedy = 'Synchronise the clocks of all hosts (NTP).'

/** Compares the clocks of all replicas with one another. The clock of this machine does not matter. */
export function clockFindings(parts: readonly PartStatus[]): Finding[] {
  const clocks = parts.flatMap(({ name, facts }) => {
    const at = Date.parse(textOf(facts?.process?.clock) ?? '')
    return Number.isNaN(at) ? [] : [{ name, at }]
  })
  if (clocks.length < 2) return []
  const sorted = clocks.toSorted((one, other) => one.at - other.at)
  const [slowest, fastest] = [sorted[0], sorted.at(-1)]
  if (slowest === undefined || fastest === undefined) return []
  const seconds = (fastest.at - slowest.at) / 1_000
  const message = `the clocks of ${slowest.name} and ${fastest.name} differ by ${Math.round(seconds)} seconds`
  if (seconds > limits.error) return [problem('clocks', message, remedy)]
  if (seconds > limits.warning) return [warning('clocks', message, remedy)]
  return [ok('clocks', 'agree')]
}
