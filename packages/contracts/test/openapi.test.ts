import { describe, expect, test } from 'vitest'
import { operations, toOpenApi } from '../src/index.ts'
import glossary from '../src/openapi/glossary.json' with { type: 'json' }
import { isDescribed } from '../src/openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the document
type Json = any
const document: Json = toOpenApi(Object.values(operations), { publicUrl: 'https://guidebook.test' })
const all = Object.values<Json>(document.paths).flatMap((methods) => Object.values<Json>(methods))
const resolved = ({ $ref, ...own }: Json): Json =>
  $ref === undefined ? own : document.components.responses[$ref.split('/').at(-1)]

describe('the OpenAPI document', () => {
  test('describes every operation, parameter, schema and field, with no term of the glossary to spare', () => {
    const missing: string[] = []
    const texts = new Set<unknown>()
    const examine = (node: Json, place: string) => {
      texts.add(node.description)
      for (const [name, field] of Object.entries<Json>(node.properties ?? {})) {
        if (field.description === undefined && field.$ref === undefined) missing.push(`${place}.${name}`)
        examine(field, `${place}.${name}`)
      }
      for (const inner of [node.items, ...(node.anyOf ?? []), ...Object.values(node.patternProperties ?? {})])
        if (inner !== undefined) examine(inner as Json, place)
    }
    for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
      if (schema.description === undefined) missing.push(name)
      examine(schema, name)
    }
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      for (const { operationId, description, parameters, requestBody, responses } of Object.values<Json>(methods)) {
        if (description === undefined) missing.push(`${operationId} (${path})`)
        for (const parameter of parameters.filter(({ $ref }: Json) => $ref === undefined)) {
          if (parameter.description === undefined) missing.push(`${operationId} ${parameter.name}`)
          texts.add(parameter.description)
        }
        for (const { content } of [requestBody ?? {}, ...Object.values<Json>(responses)])
          for (const { schema } of Object.values<Json>(content ?? {})) if (schema) examine(schema, operationId)
      }
    }
    expect(missing).toEqual([])
    const isUsed = (text: string) => [...texts].some((one) => typeof one === 'string' && one.startsWith(text))
    expect(Object.entries(glossary).filter(([, text]) => !isUsed(text))).toEqual([])
  })

  test('has nothing that generated clients would send by themselves, and responses that may get more fields', () => {
    expect(JSON.stringify(document)).not.toContain('"default":')
    const { Library, ReleaseRecord, ReleaseRequest } = document.components.schemas
    expect([Library, ReleaseRecord, ReleaseRequest].map((schema) => schema.additionalProperties)).toEqual([
      undefined,
      undefined,
      false,
    ])
  })

  test('has each error response once', () => {
    const inline = Object.values<Json>(document.paths).flatMap((methods) =>
      Object.values<Json>(methods).flatMap(({ responses }) =>
        Object.entries<Json>(responses).flatMap(([status, response]) =>
          Number(status) < 400 || response.$ref ? [] : [status + JSON.stringify(response)],
        ),
      ),
    )
    expect(inline.length).toBe(new Set(inline).size)
    expect(document.paths['/account'].get.responses[401]).toEqual({ $ref: '#/components/responses/Unauthorized' })
  })

  test('lists the headers that a response has', () => {
    const headersOf = (method: string, path: string, status: number) =>
      Object.keys(document.paths[path][method].responses[status].headers)
    expect(headersOf('post', '/account/imports', 202)).toEqual([
      'X-Request-Id',
      'ETag',
      'Location',
      'Idempotency-Replayed',
    ])
    expect(headersOf('post', '/account/keys', 201)).toEqual(['X-Request-Id', 'ETag'])
    expect(headersOf('get', '/content/release/{account}/releases.csv', 200)).toEqual(['X-Request-Id'])
    for (const path of ['/content/release/{account}', '/account/imports/{run}'])
      expect(headersOf('get', path, 200)).toEqual(['X-Request-Id', 'ETag', 'Link'])
  })

  test('has a 304 for each read with If-None-Match, and for no other operation', () => {
    for (const { operationId, parameters, responses } of all) {
      const isConditional = parameters.some(({ $ref }: Json) => $ref === '#/components/parameters/IfNoneMatch')
      const { headers } = resolved(responses[304] ?? {})
      expect([operationId, headers && Object.keys(headers)]).toEqual([
        operationId,
        isConditional ? ['X-Request-Id', 'ETag'] : undefined,
      ])
    }
    expect(document.paths['/account'].get.responses[304]).toEqual({ $ref: '#/components/responses/NotModified' })
  })

  test('has Retry-After for each error that passes by itself, and for no other', () => {
    const withHeader = new Set<string>()
    for (const { operationId, responses } of all) {
      for (const [status, response] of Object.entries<Json>(responses)) {
        const { headers, content } = resolved(response)
        const codes = Object.keys(content?.['application/problem+json']?.examples ?? {})
        const passes = ['request-in-progress', 'artifact-not-ready'].some((code) => codes.includes(code))
        const expected = passes || status === '429' || status === '503'
        expect([operationId, status, 'Retry-After' in headers]).toEqual([operationId, status, expected])
        if (expected) withHeader.add(status)
      }
    }
    expect([...withHeader].toSorted()).toEqual(['404', '409', '429', '503'])
  })

  test('lists the common errors that an operation can return, and no others', () => {
    const codesOf = (method: string, path: string) => {
      const responses = Object.values<Json>(document.paths[path][method].responses).map(resolved)
      return responses.flatMap(({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {}))
    }
    const some = [
      'account-suspended',
      'rate-limited',
      'unknown-field',
      'invalid-field',
      'invalid-text',
      'required-field',
    ]
    const listed = (method: string, path: string) => some.filter((code) => codesOf(method, path).includes(code))
    expect(listed('get', '/t/{link}')).toEqual(['rate-limited'])
    const always = ['account-suspended', 'rate-limited', 'unknown-field']
    expect(listed('get', '/content/geodata/{geodata_id}')).toEqual(always)
    expect(listed('patch', '/content/release/{account}/{release}/app/{flag}')).toEqual([...always, 'invalid-field'])
    expect(listed('get', '/content/geodata')).toEqual([...always, 'invalid-field', 'invalid-text'])
    expect(listed('get', '/account/logo')).toEqual([...always, 'invalid-field', 'required-field'])
  })

  test('has examples whose dates follow the day, together', () => {
    const record = {
      ...toOpenApi(Object.values(operations), { publicUrl: 'https://guidebook.test', today: '2031-02-27' }),
    }
    const { startdate, enddate, arrivaldate, startDatetime, creation } = (record as Json).components.schemas
      .ReleaseRecord.examples[0]
    expect([startdate, arrivaldate, enddate]).toEqual(['2031-03-01', '2031-03-13', '2031-04-30'])
    expect(new Date(startDatetime).toISOString()).toBe('2031-03-01T00:00:00.000Z')
    expect(creation).toBe('2031-02-27T08:15:00.000Z')
    const text = JSON.stringify(record)
    expect(new Set(text.match(/20(?:2[0-9]|30)-\d\d-\d\d/g))).toEqual(new Set(['2030-09-11']))
  })

  test('states the limits of each body', () => {
    const paths = document.paths as Record<string, { post: { requestBody: { description: string } } }>
    const limitsOf = (path: string) => paths[path]?.post.requestBody.description
    expect(limitsOf('/content/library')).toBe('At most 1 MiB and 25,000 values (objects, arrays, texts, numbers).')
    expect(limitsOf('/content/release/ondemand')).toBe(
      'At most 64 MiB and 60,000 values (objects, arrays, texts, numbers), beside at most 500,000 `waypoints` in all.',
    )
    expect(limitsOf('/account/imports/preview')).toBe('At most 16 MiB.')
    expect(limitsOf('/account/webhook/deliveries/replay')).toContain('At most 64 KiB')
  })

  test('describes partner and traveller operations and no others', () => {
    const described = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
      .flatMap((item) => Object.values(item).map((operation) => operation.operationId))
      .toSorted()
    const expected = Object.values(operations)
      .filter(isDescribed)
      .map(({ id }) => id)
      .toSorted()
    expect(described).toEqual(expected)
  })

  test('contains no custom keywords', () => {
    const text = JSON.stringify(document)
    for (const keyword of ['wellFormed', 'exactlyOneOf', 'atMostOneOf', '"fault"', 'keyFault', 'routeIcon"'])
      expect(text).not.toContain(keyword)
  })

  test('requires the key except for travellers', () => {
    const paths = document.paths as Record<string, Record<string, { security?: unknown[] }>>
    expect(paths['/t/{link}']?.get?.security).toEqual([])
    expect(paths['/content/release']?.post?.security).toBeUndefined()
    expect(document.security).toEqual([{ apiKey: [] }])
  })
})
