/** The OpenAPI 3.1 document, made from the same declarations that the services check requests and answers with. */
import type { TObject, TSchema } from 'typebox'
import { type Components, createComponents } from './openapi/components.ts'
import { responsesOf } from './openapi/responses.ts'
import { headers, parameters, securitySchemes, tags } from './openapi/shared-parts.ts'
import type { Operation } from './operation.ts'

type Json = Record<string, unknown>

export interface OpenApiOptions {
  /** Address under which partners and travellers reach the service, without a slash at its end. */
  publicUrl: string
}

/** Describes partner and traveller operations; the others of the list are left out. */
export function toOpenApi(operations: Iterable<Operation>, { publicUrl }: OpenApiOptions): Json {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    if (operation.audience !== 'partner' && operation.audience !== 'traveller') continue
    paths[operation.path] ??= {}
    Object.assign(paths[operation.path] as Json, { [operation.method.toLowerCase()]: describe(operation, components) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guidebook Content and Release Service',
      version: '1.0.0',
      summary: 'Travel guidebooks and their release to travellers.',
      description: 'Keep routes, places and texts, put them together, and publish them to one booking behind one link.',
      license: { name: 'Proprietary', url: `${publicUrl}/` },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    components: { schemas: components.schemas, headers, parameters, securitySchemes },
  }
}

function describe(operation: Operation, components: Components): Json {
  const { id, tag, summary, description, audience } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(audience === 'traveller' ? { security: [] } : {}),
    parameters: parametersOf(operation, components),
    ...requestBodyOf(operation, components),
    responses: responsesOf(operation, components),
  }
}

function parametersOf({ params, query, method, errors }: Operation, components: Components): Json[] {
  const shared = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` })
  return [
    ...fieldsAs('path', params, components),
    ...fieldsAs('query', query, components),
    ...(errors.includes('idempotency-key-reused') ? [shared('IdempotencyKey')] : []),
    ...(errors.includes('precondition-failed') ? [shared('IfMatch')] : []),
    ...(method === 'GET' ? [shared('IfNoneMatch')] : []),
  ]
}

function fieldsAs(place: 'path' | 'query', schema: TObject | undefined, components: Components): Json[] {
  if (schema === undefined) return []
  const required = new Set<string>(schema.required ?? [])
  return Object.entries(schema.properties).map(([name, field]) => {
    const { description, ...rest } = components.use(field)
    return {
      name,
      in: place,
      ...(required.has(name) ? { required: true } : {}),
      ...(description ? { description } : {}),
      schema: rest,
    }
  })
}

function requestBodyOf({ body, bodyOptional, bodyContentTypes }: Operation, components: Components): Json {
  if (body !== undefined) return { requestBody: { required: bodyOptional !== true, content: jsonAs(body, components) } }
  if (bodyContentTypes === undefined) return {}
  const raw = bodyContentTypes.map((type) => [type, { schema: { type: 'string' } }])
  return { requestBody: { required: true, content: Object.fromEntries(raw) } }
}

/** JSON is read whatever of the two content types it comes with. */
function jsonAs(body: TSchema, components: Components): Json {
  const schema = components.use(body)
  return { 'application/json': { schema }, 'text/plain': { schema } }
}
