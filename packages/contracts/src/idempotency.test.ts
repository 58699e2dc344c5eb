import { expect, test } from 'vitest'
import { honoursIdempotencyKey } from './idempotency.ts'

test.each([
  ['POST', '/content/release?email=a@b.example', true],
  ['PATCH', '/content/release/a/b/period', true],
  ['POST', '/admin/accounts', true],
  ['GET', '/account', false],
  ['PUT', '/admin/accounts/x/webhook', true],
  ['POST', '/admin/accounts/x/webhook/enable', false],
  ['POST', '/account/imports/preview', false],
  ['POST', '/nowhere', false],
])('%s %s: %j', (method, path, expected) => {
  expect(honoursIdempotencyKey(method, path)).toBe(expected)
})
