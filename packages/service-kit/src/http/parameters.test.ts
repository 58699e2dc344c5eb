import type { Fault } from '@guidebook/contracts'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { readParams, readQuery } from './parameters.ts'

const schema = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    deep: Type.Optional(Type.Boolean()),
    kind: Type.Optional(Type.Array(Type.String())),
    q: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

function read(search: string, of = schema as Parameters<typeof readQuery>[1]) {
  const faults: Fault[] = []
  return { value: readQuery(search, of, faults), faults: faults.map(({ pointer, code }) => `${pointer} ${code}`) }
}

describe('parameters', () => {
  test('come in the types of the schema', () => {
    expect(read('limit=5&deep=true&q=5&kind=a')).toEqual({
      value: { limit: 5, deep: true, q: '5', kind: ['a'] },
      faults: [],
    })
  })

  test('of a list may be repeated', () => {
    expect(read('kind=a&kind=b').value).toEqual({ kind: ['a', 'b'] })
  })

  test('that are repeated, unknown or of the wrong form are faults, all at once', () => {
    expect(read('q=a&q=b&limit=x&deep=1&nope=1&a%2Fb=1').faults.toSorted()).toEqual([
      '/a~1b unknown-field',
      '/deep invalid-field',
      '/limit invalid-field',
      '/nope unknown-field',
      '/q invalid-field',
    ])
  })

  test('are all unknown where the operation has none', () => {
    expect(read('a=1', undefined).faults).toEqual(['/a unknown-field'])
  })

  test('with NUL are faults, in the query as in the path', () => {
    expect(read('q=a%00').faults).toEqual(['/q invalid-text'])
    const faults: Fault[] = []
    readParams({ flag: 'a\0' }, undefined, faults)
    readParams({ lang: 'b\0' }, Type.Object({ lang: Type.String() }), faults)
    expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/flag invalid-text',
      '/lang invalid-text',
    ])
  })
})
