/** The OpenAPI 3.1 document, from the declarations that the services check requests and responses with. */
import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import { bodyLimits } from './openapi/body-limits.ts'
import { type Components, createComponents } from './openapi/components.ts'
import { exampleOf } from './openapi/examples.ts'
import { introduction } from './openapi/introduction.ts'
import { problemExamples } from './openapi/problem-example.ts'
import { codesOf, responsesOf } from './openapi/responses.ts'
import { headers, parameters, securitySchemes } from './openapi/shared-parts.ts'
import { tagGroups, tags } from './openapi/tags.ts'
import { webhooks } from './openapi/webhook.ts'
import type { Operation } from './operation.ts'

type Json = Record<string, unknown>

/** The only body that is not JSON: a file of bookings. The account's configuration names its columns. */
const csvExample =
  'Booking;Tour;Language;Arrival;Departure;Persons;Hotel 1\n20240001;GB-1;de;14.07.2026;21.07.2026;2;HOTEL-17\n'

export interface OpenApiOptions {
  /** Public address of the service, without a trailing slash. */
  publicUrl: string
}

/** Describes partner and traveller operations; omits all others. */
export function toOpenApi(operations: Iterable<Operation>, { publicUrl }: OpenApiOptions): Json {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  const codes = new Set<ErrorCode>()
  for (const operation of operations) {
    if (operation.audience !== 'partner' && operation.audience !== 'traveller') continue
    for (const code of codesOf(operation)) codes.add(code)
    paths[operation.path] ??= {}
    Object.assign(paths[operation.path] as Json, {
      [operation.method.toLowerCase()]: describe(operation, components, publicUrl),
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guidebook Content and Release Service',
      version: '1.0.0',
      summary: 'Travel guidebooks and their release to travellers.',
      description: introduction(publicUrl),
      license: { name: 'Proprietary', url: `${publicUrl}/` },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags,
    'x-tagGroups': tagGroups,
    paths,
    webhooks: webhooks(components),
    components: {
      schemas: components.schemas,
      examples: problemExamples(codes, publicUrl),
      headers,
      parameters,
      securitySchemes,
    },
  }
}

function describe(operation: Operation, components: Components, publicUrl: string): Json {
  const { id, tag, summary, description, audience } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(audience === 'traveller' ? { security: [] } : {}),
    parameters: parametersOf(operation, components),
    ...requestBodyOf(operation, components),
    responses: responsesOf(operation, components, publicUrl),
  }
}

function parametersOf({ params, query, headers, method, errors }: Operation, components: Components): Json[] {
  const shared = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` })
  return [
    ...fieldsAs('path', params, components),
    ...fieldsAs('query', query, components),
    ...fieldsAs('header', headers, components),
    ...(errors.includes('idempotency-key-reused') ? [shared('IdempotencyKey')] : []),
    ...(errors.includes('precondition-failed') ? [shared('IfMatch')] : []),
    ...(method === 'GET' ? [shared('IfNoneMatch')] : []),
  ]
}

function fieldsAs(place: 'path' | 'query' | 'header', schema: TObject | undefined, components: Components): Json[] {
  if (schema === undefined) return []
  const required = new Set<string>(schema.required ?? [])
  return Object.entries(schema.properties).map(([name, field]) => {
    // The reference offers the examples of a schema as a choice, but readers need to enter their own value.
    const { description, examples: _, ...rest } = components.use(field)
    return {
      name,
      in: place,
      ...(required.has(name) ? { required: true } : {}),
      ...(description ? { description } : {}),
      schema: rest,
      ...(required.has(name) ? { example: exampleOf(field) } : {}),
    }
  })
}

function requestBodyOf(operation: Operation, components: Components): Json {
  const { body, bodyOptional, bodyContentTypes } = operation
  const description = bodyLimits(operation)
  if (body !== undefined) {
    return { requestBody: { description, required: bodyOptional !== true, content: jsonAs(body, components) } }
  }
  if (bodyContentTypes === undefined) return {}
  const raw = bodyContentTypes.map((type) => [type, { schema: { type: 'string' }, example: csvExample }])
  return { requestBody: { description, required: true, content: Object.fromEntries(raw) } }
}

/** JSON is accepted with both content types. */
function jsonAs(body: TSchema, components: Components): Json {
  const content = { schema: components.use(body), example: exampleOf(body) }
  return { 'application/json': content, 'text/plain': content }
}
