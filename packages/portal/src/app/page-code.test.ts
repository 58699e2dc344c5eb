import { expect, test } from 'vitest'
import { codeAt, pageCode } from './page-code.ts'

test.each([
  ['/portal', '/'],
  ['/portal/', '/'],
  ['/portal/sign-in', '/sign-in'],
  ['/portal/o/DKO', '/'],
  ['/portal/o/DKO/', '/'],
  ['/portal/o/DKO/releases', '/releases'],
  ['/portal/o/DKO/releases/new', '/releases/new'],
  ['/portal/o/DKO/releases/123', '/releases/$code'],
  ['/portal/o/releases/content/libraries/a%2Fb/gpx', '/content/libraries/$library/gpx'],
] as const)('%s has the code of the page %s', (path, page) => {
  expect(codeAt(path)).toBe(pageCode[page])
})

test('an unknown path has no code', () => {
  expect(codeAt('/portal/o/DKO/none')).toBeUndefined()
  expect(codeAt('/portal/o/DKO/releases/1/2')).toBeUndefined()
})
