import { describe, expect, test } from 'vitest'
import { readRequestTarget } from '../../src/http/request-target.ts'
import { targetCases, titleOf } from '../../src/test/request-targets.ts'

describe('a request target', () => {
  const reaching = targetCases.flatMap((one) =>
    'sees' in one.verdict ? [[titleOf(one), one, one.verdict.sees] as const] : [],
  )
  test.each(reaching)('%s becomes its origin form', (_, { method = 'GET', target }, origin) => {
    expect(readRequestTarget(method, target)).toBe(origin)
  })

  const refused = targetCases.filter(({ verdict }) => 'code' in verdict && verdict.code === 'bad-target')
  const byItself = refused.filter(({ method }) => method !== 'CONNECT').map((one) => [titleOf(one), one] as const)
  test.each(byItself)('%s is refused, also if a parser let it through', (_, { method = 'GET', target }) => {
    expect(() => readRequestTarget(method, target)).toThrow(expect.objectContaining({ code: 'bad-target' }))
  })

  test('that is refused for an encoded slash says which operations take such an ID', () => {
    expect(() => readRequestTarget('PUT', '/content/library/a%2Fb')).toThrow('takes the ID in the query or in the body')
  })
})
