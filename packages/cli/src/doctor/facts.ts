import type { PartStatus } from '@guidebook/contracts'

type Fact = string | number | boolean | null | undefined

export const textOf = (fact: Fact): string | null => (typeof fact === 'string' ? fact : null)

/** A number that a replica reports; null when it does not. */
export function factOf({ facts }: PartStatus, source: string, name: string): number | null {
  const value = facts?.[source]?.[name]
  return typeof value === 'number' ? value : null
}

/** The largest value that any replica reports; null when none does. */
export function largest(parts: readonly PartStatus[], source: string, name: string): number | null {
  const values = parts.map((part) => factOf(part, source, name)).filter((value) => value !== null)
  return values.length === 0 ? null : Math.max(...values)
}
