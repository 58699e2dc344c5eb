import type { Operation } from '@guidebook/contracts'
import type { TSchema } from 'typebox'
import { isIdentifier } from './identifying-fields.ts'

interface Schema {
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  wellFormed?: boolean
}

/** Every field of a body in which a person may write what they like: its pointer, with `*` for all items or languages. */
export const freeTexts = ({ body }: Operation): string[] => [...new Set(within(body, ''))]

function within(schema: TSchema | undefined, pointer: string): string[] {
  if (schema === undefined || isIdentifier(schema) || pointer.endsWith('/imageBase64')) return []
  const { properties = {}, patternProperties = {}, items, anyOf = [], wellFormed } = schema as Schema
  if (wellFormed) return [pointer]
  return [
    ...Object.entries(properties).flatMap(([name, field]) => within(field, `${pointer}/${name}`)),
    ...Object.values(patternProperties).flatMap((field) => within(field, `${pointer}/*`)),
    ...within(items, `${pointer}/*`),
    ...anyOf.flatMap((one) => within(one, pointer)),
  ]
}
