import { describe, expect, test } from 'vitest'
import { openIdFailures, readSignInSearch } from './search.ts'

describe('the address of the sign-in page', () => {
  test.each(['/o/DKO', '/o/DKO/', '/o/DKO/releases?q=a%20b&state=open'])('names the page %s', (to) => {
    expect(readSignInSearch({ to })).toEqual({ to })
  })

  test.each([
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'https://evil.example/o/DKO',
    'javascript:alert(1)',
    '/portal/../x',
    '/o/../x',
    '/o/%2e%2E/x',
    '/o\\..\\x',
    '/\t/evil.example',
    '/o/..//evil.example',
    '/sign-in',
    'http://[',
    '',
    7,
    ['/o/DKO'],
    undefined,
  ])('does not lead to %j', (to) => {
    expect(readSignInSearch({ to })).toEqual({})
  })

  test('names only failures that the gateway knows', () => {
    expect(openIdFailures.map((error) => readSignInSearch({ error }).error)).toEqual(openIdFailures)
    expect(readSignInSearch({ error: 'Call +41 00' })).toEqual({})
  })
})
