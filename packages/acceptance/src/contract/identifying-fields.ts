import { type Operation, operations, schemas } from '@guidebook/contracts'
import type { TSchema } from 'typebox'

/** What partners and travellers can call: all that the OpenAPI document shows. */
export const publicOperations: readonly Operation[] = Object.values<Operation>(operations).filter(
  ({ audience }) => audience === 'partner' || audience === 'traveller',
)

const { accountId, customId, downloadCode, internalId, oid, releaseId, releaseKey, releaseLink } = schemas
const { stringify } = JSON
/** A copy of a schema, such as one that need not be sent, is the same text. */
const identifiers = new Set(
  [accountId, customId, downloadCode, internalId, oid, releaseId, releaseKey, releaseLink].map((schema) =>
    stringify(schema),
  ),
)
export const isIdentifier = (schema: TSchema) => identifiers.has(stringify(schema))
const fieldsOf = (schema: TSchema | undefined) =>
  Object.entries((schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {})

/**
 * Every field of a request that names something: those made of the contracts' identifiers, and any text in a path. Each is its place and
 * its pointer, with `*` for all items of a list.
 */
export function identifyingFields({ params, query, body }: Operation): string[] {
  const inPath = fieldsOf(params)
    .filter(([, schema]) => isIdentifier(schema) || (schema as { wellFormed?: boolean }).wellFormed === true)
    .map(([name]) => `path /${name}`)
  return [...inPath, ...within(query, '').map((at) => `query ${at}`), ...within(body, '').map((at) => `body ${at}`)]
}

function within(schema: TSchema | undefined, pointer: string): string[] {
  if (schema === undefined) return []
  if (isIdentifier(schema)) return [pointer]
  const { items, anyOf = [] } = schema as { items?: TSchema; anyOf?: TSchema[] }
  return [
    ...fieldsOf(schema).flatMap(([name, field]) => within(field, `${pointer}/${name}`)),
    ...within(items, `${pointer}/*`),
    ...anyOf.flatMap((one) => within(one, pointer)),
  ]
}
