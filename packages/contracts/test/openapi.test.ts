import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { operations, toOpenApi } from '../src/index.ts'

const document = toOpenApi(Object.values(operations), { publicUrl: 'https://guidebook.test' })

describe('the OpenAPI document', () => {
  test('passes the recommended rules of a public linter', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
    const texts = problems.map(
      ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
    )
    // The interface specification has `/route/{route_id}` and `/{geodata_id}/externalid`; a literal segment wins.
    expect(texts.filter((text) => !text.startsWith('warn no-ambiguous-paths'))).toEqual([])
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
      .filter(({ audience }) => audience === 'partner' || audience === 'traveller')
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
