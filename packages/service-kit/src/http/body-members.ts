import type { SchemaNode } from '@guidebook/contracts'
import { childPointer } from './parse-json.ts'

/** The position of a value in a body. Linked, because most positions are never written as a JSON Pointer. */
interface Place {
  parent: Place | null
  name: string
}

/** A member of an object anywhere in a body. */
export interface BodyMember extends Place {
  holder: Record<string, unknown>
}

/** All members with one of these names, at any depth, but not inside one another. The scan has already limited the depth. */
export function membersNamed(names: readonly string[], body: unknown): BodyMember[] {
  const found: BodyMember[] = []
  const search = (value: object, place: Place | null) => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (typeof item === 'object' && item !== null) search(item, { parent: place, name: String(index) })
      }
      return
    }
    const holder = value as Record<string, unknown>
    for (const name of Object.keys(holder)) {
      const inner = holder[name]
      if (names.includes(name)) found.push({ parent: place, name, holder })
      else if (typeof inner === 'object' && inner !== null) search(inner, { parent: place, name })
    }
  }
  if (names.length > 0 && typeof body === 'object' && body !== null) search(body, null)
  return found
}

/** The JSON Pointer of a place. */
export const pointerTo = ({ parent, name }: Place): string => childPointer(parent ? pointerTo(parent) : '', name)

/** Whether the schema has a field of this name at this place. An object that accepts any name has none. */
export const isDeclared = (place: Place, schema: SchemaNode): boolean => schemasAt(place, schema).length > 0

function schemasAt({ parent, name }: Place, schema: SchemaNode): SchemaNode[] {
  const holders = parent ? schemasAt(parent, schema) : alternativesOf(schema)
  return holders.flatMap(({ properties = {}, items }) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : items
    return inner ? alternativesOf(inner) : []
  })
}

const alternativesOf = (schema: SchemaNode): SchemaNode[] => schema.anyOf?.flatMap(alternativesOf) ?? [schema]
