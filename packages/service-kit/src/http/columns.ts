import type { ColumnsOf, Operation } from '@guidebook/contracts'
import type { BodyMember } from './body-members.ts'

/** The arrays that an operation takes as columns. */
export type BodyColumns = NonNullable<Operation['bodyColumns']>

export type Columns = ColumnsOf<readonly string[]>

/** The numbers of items that have passed their schema. */
export function columnsOf(items: readonly Readonly<Record<string, number>>[], names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, columnOf(items, name)]))
}

/** Puts columns in place of the arrays of a body that has passed its schema. */
export function putColumns(members: readonly BodyMember[], { field, names }: BodyColumns): void {
  for (const { holder, name } of members) {
    const items = holder[name]
    if (name === field && Array.isArray(items)) holder[name] = columnsOf(items, names)
  }
}

/** JSON is written without minus zero; whoever sends back what was read must not change anything by it, so -0 is 0 from here on. */
function columnOf(items: readonly Readonly<Record<string, number>>[], name: string): Float64Array {
  const column = new Float64Array(items.length)
  for (let index = 0; index < items.length; index++) column[index] = (items[index]?.[name] ?? Number.NaN) + 0
  return column
}

export function joinColumns(parts: readonly Columns[], names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, joined(parts.map((part) => part[name] as Float64Array))]))
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
