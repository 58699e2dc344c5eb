/** The OpenAPI 3.1 document, from the declarations that the services check requests and responses with. */
import type { TObject, TSchema } from 'typebox'
import { type ErrorCode, errorCatalogue } from './errors.ts'
import { type Components, createComponents } from './openapi/components.ts'
import { exampleOf } from './openapi/examples.ts'
import fixedParts from './openapi/fixed-parts.json' with { type: 'json' }
import { followToday } from './openapi/follow-today.ts'
import { introduction } from './openapi/introduction.ts'
import { problemExample } from './openapi/problem-example.ts'
import { codesOf, responsesOf, shareResponses } from './openapi/responses.ts'
import { webhooks } from './openapi/webhook.ts'
import { isConditional, isKeyed, type Operation } from './operation.ts'
import { kibibytes, mebibytes, usualBodyBytes, usualBodyValues } from './operations/limits.ts'

type Json = Record<string, unknown>

/** The only body that is not JSON: a file of bookings. The account's configuration names its columns. */
const csvExample = 'Booking;Tour;Language;Arrival;Departure;Persons\n20240002;GB-1;de;2026-07-14;2026-07-21;2\n'

const { tags, tagGroups, securitySchemes, headers, parameters } = fixedParts

interface DocumentOptions {
  /** Without a slash at the end. */
  publicUrl: string
  /** The day that the dates of examples follow, `YYYY-MM-DD`; by default the day for which they are written. */
  today?: string
}

/** Describes partner and traveller operations; omits all others, and files that only the traveller's page loads. */
export function toOpenApi(operations: Iterable<Operation>, { publicUrl, today }: DocumentOptions): Json {
  const components = createComponents()
  const paths: Record<string, Record<string, DescribedOperation>> = {}
  const codes = new Set<ErrorCode>()
  for (const operation of operations) {
    if (!isDescribed(operation)) continue
    for (const code of codesOf(operation)) codes.add(code)
    const method = operation.method.toLowerCase()
    paths[operation.path] = { ...paths[operation.path], [method]: describe(operation, components, publicUrl) }
  }
  const responses = shareResponses(Object.values(paths).flatMap((methods) => Object.values(methods)))
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Guidebook Content and Release Service',
      version: '1.0.0',
      summary: 'Travel guidebooks and their release to travellers.',
      description: introduction(publicUrl),
      contact: { name: 'Documentation', url: `${publicUrl}/docs` },
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
      responses,
      examples: Object.fromEntries(Array.from(codes, (code) => [code, exampleOfProblem(code, publicUrl)])),
      headers,
      parameters,
      securitySchemes,
    },
  }
  return today === undefined ? document : (followToday(document, today) as Json)
}

/** Whether the document has the operation. */
export const isDescribed = ({ audience, ofPage }: Operation): boolean =>
  audience === 'partner' || (audience === 'traveller' && ofPage !== true)

type DescribedOperation = ReturnType<typeof describe>

const exampleOfProblem = (code: ErrorCode, publicUrl: string) => ({
  summary: errorCatalogue[code].title,
  value: problemExample(code, publicUrl),
})

function describe(operation: Operation, components: Components, publicUrl: string) {
  const { id, tag, summary, description, audience } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(audience === 'traveller' ? { security: [] } : {}),
    parameters: parametersOf(operation, components),
    ...requestBodyOf(operation, components),
    responses: responsesOf(operation, components, publicUrl) as Record<string, Json>,
  }
}

function parametersOf(operation: Operation, components: Components): Json[] {
  const { params, query, headers, errors } = operation
  const shared = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` })
  return [
    ...fieldsAs('path', params, components),
    ...fieldsAs('query', query, components),
    ...fieldsAs('header', headers, components),
    ...(isKeyed(operation) ? [shared('IdempotencyKey')] : []),
    ...(errors.includes('precondition-failed') ? [shared('IfMatch')] : []),
    ...(isConditional(operation) ? [shared('IfNoneMatch')] : []),
  ]
}

function fieldsAs(place: 'path' | 'query' | 'header', schema: TObject | undefined, components: Components): Json[] {
  if (schema === undefined) return []
  const required = new Set<string>(schema.required ?? [])
  return Object.entries(schema.properties).map(([name, field]) => {
    // The reference offers the examples of a schema as a choice, but readers need to enter their own value.
    const { description, examples: _, ...rest } = components.parameter(field, name)
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
  const content = { schema: components.sent(body), example: exampleOf(body) }
  return { 'application/json': content, 'text/plain': content }
}

const sizeOf = (bytes: number): string =>
  bytes < mebibytes(1) ? `${bytes / kibibytes(1)} KiB` : `${bytes / mebibytes(1)} MiB`
const numberOf = (count: number): string => count.toLocaleString('en')

/** The body limits of an operation, for the reference. */
function bodyLimits(operation: Operation): string {
  const { body, bodyLimitBytes = usualBodyBytes, bodyValues = usualBodyValues, bodyColumns } = operation
  const size = `At most ${sizeOf(bodyLimitBytes)}`
  if (body === undefined) return `${size}.`
  const values = `${size} and ${numberOf(bodyValues)} values (objects, arrays, texts, numbers)`
  if (bodyColumns === undefined) return `${values}.`
  return `${values}, beside at most ${numberOf(bodyColumns.most)} \`${bodyColumns.field}\` in all.`
}
