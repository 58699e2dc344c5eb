import { type Operation, operations, type SchemaNode, schemas } from '@guidebook/contracts'
import type { TSchema } from 'typebox'

/** Operations of partners and travellers: those of the OpenAPI document. */
export const publicOperations: readonly Operation[] = Object.values<Operation>(operations).filter(
  ({ audience }) => audience === 'partner' || audience === 'traveller',
)

/** Those whose success only this system decides: another host has the logo that is previewed. */
export const ownOperations = publicOperations.filter(({ id }) => id !== 'previewLogo')

const { accountId, customId, downloadCode, internalId, oid, releaseId, releaseKey, releaseLink } = schemas
/** As JSON, because an optional field has a copy of the schema. */
const identifiers = new Set(
  [accountId, customId, downloadCode, internalId, oid, releaseId, releaseKey, releaseLink].map((schema) =>
    JSON.stringify(schema),
  ),
)
const isIdentifier = (schema: TSchema) => identifiers.has(JSON.stringify(schema))

type Accepts = (schema: SchemaNode & TSchema, pointer: string) => boolean

/** The pointers of all accepted schemas, with `*` for the items of an array and the keys of a record. */
function pointersTo(accepts: Accepts, schema: TSchema | undefined, pointer = ''): string[] {
  if (schema === undefined) return []
  if (accepts(schema as SchemaNode & TSchema, pointer)) return [pointer]
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = schema as SchemaNode
  return [
    ...Object.entries(properties).flatMap(([name, field]) => pointersTo(accepts, field, `${pointer}/${name}`)),
    ...Object.values(patternProperties).flatMap((field) => pointersTo(accepts, field, `${pointer}/*`)),
    ...pointersTo(accepts, items, `${pointer}/*`),
    ...anyOf.flatMap((one) => pointersTo(accepts, one, pointer)),
  ]
}

/** The fields of a request that identify a resource: those with an identifier of the contracts, and all texts in the path. */
export function identifyingFields({ params, query, body }: Operation): string[] {
  return [
    ...pointersTo((schema) => isIdentifier(schema) || schema.wellFormed === true, params).map((at) => `path ${at}`),
    ...pointersTo(isIdentifier, query).map((at) => `query ${at}`),
    ...pointersTo(isIdentifier, body).map((at) => `body ${at}`),
  ]
}

/** The fields of a body with free text. */
export function freeTexts({ body }: Operation): string[] {
  const isFreeText: Accepts = (schema, pointer) =>
    schema.wellFormed === true && !isIdentifier(schema) && !pointer.endsWith('Base64')
  return [...new Set(pointersTo(isFreeText, body))]
}
