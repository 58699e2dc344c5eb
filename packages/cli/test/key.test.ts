import { expect, test } from 'vitest'
import { exitCodes } from '../src/index.ts'
import { account, guidebookAt, problem, startStubListener } from './run-guidebook.ts'

const accounts = { body: { items: [account()], nextCursor: null } }
const key = (id: string, made: { parent?: string; createdBy?: string } = {}) => ({
  ...{ id, prefix: `gbk_test_${id}`, parent: null, createdBy: null },
  ...{ createdAt: '2026-07-01T08:00:00.000Z', lastUsedAt: null },
  ...made,
})
const keys = '/admin/accounts/id-of-abc/keys'

/** An account with three keys whose revocation has these results. A key is listed until it is revoked. */
function startListener(results: readonly (204 | 404 | 503)[]) {
  const listed = new Map(['k-1', 'k-2', 'k-3'].map((id) => [id, key(id)]))
  const codes = { 404: 'not-found', 503: 'part-unavailable' }
  const revocations = results.map((status, index) => {
    const id = `k-${index + 1}`
    const revoke = () => {
      if (status !== 503) listed.delete(id)
      return status === 204 ? { status } : { status, body: problem(codes[status], status) }
    }
    return [`DELETE ${keys}/${id}`, revoke] as const
  })
  return startStubListener({
    'GET /admin/accounts': accounts,
    [`GET ${keys}`]: () => ({ body: { keys: [...listed.values()] } }),
    [`POST ${keys}`]: { status: 201, body: { ...key('new'), key: 'gbk_test_secret' } },
    ...Object.fromEntries(revocations),
  })
}

test.each([
  [[204, 404, 204] as const, ['k-1', 'k-2', 'k-3'], [], exitCodes.done],
  [[503, 404, 204] as const, ['k-2', 'k-3'], ['k-1'], exitCodes.unreachable],
])('all older keys are tried, also after one that fails: %j', async (results, gone, valid, exitCode) => {
  await using listener = await startListener(results)
  const { code, out, err } = await guidebookAt(listener.url, ['key', 'rotate', 'ABC', '--revoke-older', '--json'])
  expect(code).toBe(exitCode)
  const { key: created, revoked, kept } = JSON.parse(out)
  const idsOf = (some: { id: string }[]) => some.map(({ id }) => id)
  expect([created.key, idsOf(revoked), idsOf(kept)]).toEqual(['gbk_test_secret', gone, valid])
  expect(err.includes('Not all older keys were revoked')).toBe(exitCode !== exitCodes.done)
})

test('the list names the person or the key that made a key', async () => {
  const made = [key('k-1', { createdBy: 'user:anna@operator.example' }), key('k-2', { parent: 'k-1' })]
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    [`GET ${keys}`]: { body: { keys: made } },
  })
  const { out } = await guidebookAt(listener.url, ['key', 'list', 'ABC'])
  expect(out).toMatch(/k-1 +user:anna@operator\.example$/m)
  expect(out).toMatch(/k-2 +k-1$/m)
})

test('the removal of a person says that the keys of the person keep working', async () => {
  const anna = { id: 'u-1', email: 'anna@operator.example', name: null, role: 'admin', lastSignInAt: null }
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    'GET /admin/accounts/id-of-abc/users': { body: { items: [anna] } },
    'DELETE /admin/accounts/id-of-abc/users/u-1': { status: 204 },
  })
  const { code, err } = await guidebookAt(listener.url, ['user', 'remove', 'ABC', anna.email, '--yes'])
  expect(code).toBe(exitCodes.done)
  expect(err).toContain('keep working until they are revoked')
})
