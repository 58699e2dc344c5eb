import { describe, expect, test } from 'vitest'
import { type Operation, operations } from '../src/index.ts'
import { schemasWithin } from './schema-walk.ts'

const all: Operation[] = Object.values(operations)
const patterns = new Set(
  all
    .flatMap(({ params, query, headers, body }) => [params, query, headers, body])
    .flatMap((schema) => (schema === undefined ? [] : [...schemasWithin(schema)]))
    .flatMap(({ pattern, patternProperties }) => [pattern, ...Object.keys(patternProperties ?? {})])
    .filter((pattern) => typeof pattern === 'string'),
)

/** How many parts of a pattern may repeat without a bound. */
const unboundedRepeats = (pattern: string): number =>
  pattern
    .replaceAll(/\\./g, 'a')
    .replaceAll(/\[[^\]]*\]/g, 'a')
    .match(/[*+]|\{\d+,\}/g)?.length ?? 0

describe('the patterns of requests', () => {
  test('take linear time: each is anchored and has at most one unbounded repetition', () => {
    expect(patterns.size).toBeGreaterThan(5)
    for (const pattern of patterns) {
      expect(pattern.startsWith('^'), pattern).toBe(true)
      expect(unboundedRepeats(pattern), pattern).toBeLessThanOrEqual(1)
    }
  })

  test.each([
    ['^(a+)+$', 2],
    ['^a*a*$', 2],
    ['^[*+]{2,}$', 1],
    ['^\\+{1,9}$', 0],
  ])('counts the unbounded repeats of %s', (pattern, repeats) => {
    expect(unboundedRepeats(pattern)).toBe(repeats)
  })
})
