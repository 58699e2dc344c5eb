import { childPointer } from './pointer.ts'

/** A member of an object anywhere in a body. */
export interface BodyMember {
  holder: Record<string, unknown>
  name: string
  /** JSON Pointer of its value. */
  pointer: string
}

/** All members with one of these names, at any depth, but none within one another. The depth is that of a body which a scan has passed. */
export function membersNamed(
  names: readonly string[],
  value: unknown,
  pointer = '',
  found: BodyMember[] = [],
): BodyMember[] {
  if (typeof value !== 'object' || value === null) return found
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) membersNamed(names, item, `${pointer}/${index}`, found)
    return found
  }
  const holder = value as Record<string, unknown>
  for (const name of Object.keys(holder)) {
    const inner = holder[name]
    if (names.includes(name)) found.push({ holder, name, pointer: childPointer(pointer, name) })
    else if (typeof inner === 'object') membersNamed(names, inner, childPointer(pointer, name), found)
  }
  return found
}
