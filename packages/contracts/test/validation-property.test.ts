import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fault, type Operation, operations, validate } from '../src/index.ts'
import { valuesOf } from '../src/test/values.ts'

const bodies = Object.values(operations as Record<string, Operation>).flatMap(({ id, body, audience }) =>
  body && audience !== 'internal' ? [{ id, body }] : [],
)

/** All places of a JSON value, as paths. */
function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value)
  return [path, ...entries.flatMap(([key, item]) => placesIn(item, [...path, key]))]
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaced(item, rest, by) : item))
  const object = value as Record<string, unknown>
  return { ...object, [key]: replaced(object[key], rest, by) }
}

/** The value at a pointer; for a missing field, its object. */
function follow(value: unknown, pointer: string): boolean {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let at = value
  for (const [index, step] of steps.entries()) {
    if (typeof at !== 'object' || at === null) return false
    if (!Object.hasOwn(at, step)) return index === steps.length - 1
    at = (at as Record<string, unknown>)[step]
  }
  return true
}

const isFault = (fault: Fault): boolean => /^(\/|$)/.test(fault.pointer) && fault.message.length > 0

describe('validation of every body', () => {
  test.each(bodies)('$id reports faults with pointers into the body for any other value', ({ body }) => {
    const mutated = valuesOf(body).chain((value) =>
      fc
        .tuple(fc.constantFrom(...placesIn(value)), fc.jsonValue())
        .map(([place, other]) => replaced(value, place, other)),
    )
    fc.assert(
      fc.property(mutated, (value) => {
        for (const fault of validate(body, value)) {
          expect(isFault(fault)).toBe(true)
          expect(follow(value, fault.pointer), fault.pointer).toBe(true)
        }
      }),
      { numRuns: process.env.SOAK ? 200 : 15 },
    )
  })

  test.each(bodies)('$id names an unknown field', ({ body }) => {
    fc.assert(
      fc.property(valuesOf(body), (value) => {
        expect(validate(body, { ...(value as object), 'not a field': 1 })).toContainEqual(
          expect.objectContaining({ pointer: '/not a field', code: 'unknown-field' }),
        )
      }),
      { numRuns: process.env.SOAK ? 20 : 2 },
    )
  })
})
