import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Operation, operations, validate } from '../index.ts'
import { valuesOf } from './values.ts'

const schemas = Object.values<Operation>(operations).flatMap(({ id, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [[`${id} ${part}`, schema] as const],
  ),
)

describe('generated values are valid', () => {
  it.each(schemas)(
    '%s',
    (_, schema) => {
      const allowed = fc.property(valuesOf(schema), (value) => {
        expect(validate(schema, JSON.parse(JSON.stringify(value)))).toEqual([])
      })
      fc.assert(allowed, { numRuns: process.env.SOAK ? 100 : 10 })
    },
    // The first test compiles the shared schemas, which takes long on a busy machine.
    120_000,
  )
})
