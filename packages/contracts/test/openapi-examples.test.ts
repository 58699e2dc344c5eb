import { describe, expect, test } from 'vitest'
import {
  type ErrorCode,
  errorCatalogue,
  type Operation,
  operations,
  schemas,
  toOpenApi,
  validate,
} from '../src/index.ts'
import { exampleOf } from '../src/openapi/examples.ts'
import { problemExample } from '../src/openapi/problem-example.ts'
import { isDescribed } from '../src/openapi.ts'

const shown = (Object.values(operations) as Operation[]).filter(isDescribed)
const document = toOpenApi(shown, { publicUrl: 'https://guidebook.test' })
type Content = Record<string, { example?: unknown; examples?: object }>
interface Described {
  tags: string[]
  parameters: { in?: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; headers?: object }>
}
const described = (document.paths as Record<string, Record<string, Described>>) ?? {}
const shared = (document.components as { responses: Record<string, Described['responses'][string]> }).responses
function at({ path, method }: Operation): Described {
  const operation = described[path]?.[method.toLowerCase()] as Described
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { $ref } = response as { $ref?: string }
    return [status, $ref === undefined ? response : shared[$ref.slice($ref.lastIndexOf('/') + 1)]]
  })
  return { ...operation, responses: Object.fromEntries(responses) }
}

describe.each(shown.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test('has valid examples of the request and of every response', () => {
    const { requestBody, responses } = at(operation)
    if (operation.body !== undefined) {
      const example = requestBody?.content['application/json']?.example
      expect(validate(operation.body, example)).toEqual([])
    }
    for (const [status, { body }] of Object.entries(operation.responses)) {
      if (body === undefined) continue
      expect(validate(body, responses[status]?.content?.['application/json']?.example)).toEqual([])
    }
  })

  test('has an example of every parameter of its path', () => {
    for (const parameter of at(operation).parameters.filter((one) => one.in === 'path')) {
      expect(parameter.example).toBeDefined()
    }
  })

  test('shows the problem document of each of its errors', () => {
    const shownCodes = Object.values(at(operation).responses).flatMap(({ content }) =>
      Object.keys(content?.['application/problem+json']?.examples ?? {}),
    )
    expect(shownCodes).toEqual(expect.arrayContaining(['internal-error', 'part-unavailable', ...operation.errors]))
  })
})

test('every chapter of the reference is in one group, and every operation in one chapter', () => {
  const tags = (document.tags as { name: string }[]).map(({ name }) => name)
  const grouped = (document['x-tagGroups'] as { tags: string[] }[]).flatMap((group) => group.tags)
  expect(grouped).toEqual(tags)
  for (const operation of shown) expect(tags).toContain(operation.tag)
})

test('the webhook is described with its headers and the record', () => {
  const { releaseShared } = document.webhooks as Record<string, { post: Described & { description: string } }>
  const names = releaseShared?.post.parameters.map((one) => (one as { name: string }).name)
  expect(names).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'traceparent'])
  expect(releaseShared?.post.description).toContain('24 h')
})

test.each(Object.keys(errorCatalogue) as ErrorCode[])('the example of %s is a problem document', (code) => {
  expect(validate(schemas.problem, problemExample(code, 'https://guidebook.test'))).toEqual([])
})

test('every error code of a response links to its page', () => {
  const text = JSON.stringify(document)
  for (const code of ['release-locked', 'rate-limited', 'required-field'] satisfies ErrorCode[])
    expect(text).toContain(`[\`${code}\`](https://guidebook.test/docs/errors/${code})`)
})

describe('an example', () => {
  test('has only the first of mutually exclusive fields', () => {
    const { body } = operations.createRoute
    const { library, guidebook } = exampleOf({ ...body, examples: undefined } as typeof body) as Record<string, unknown>
    expect([library, guidebook]).toEqual([{ customId: 'LIB-1' }, undefined])
  })
})
