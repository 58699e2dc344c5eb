import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guidebook as root } from '../src/guidebook.ts'
import { exitCodes } from '../src/index.ts'
import { fieldNames, jsonPage, leavesOf, outputs } from './json-output.ts'
import { account, guidebook, guidebookAt, startStubListener } from './run-guidebook.ts'

const leaves = leavesOf(root)

test('JSON.md has the fields of every command; `npm test -- json-output -u` rewrites it', async () => {
  expect(Object.keys(outputs).toSorted()).toEqual(leaves.map(({ path }) => path).toSorted())
  await expect(jsonPage(leaves)).toMatchFileSnapshot(join(import.meta.dirname, '../JSON.md'))
})

test('every command takes --json', () => {
  for (const { path, command } of leaves) expect(command.args.json, path).toBeDefined()
})

test('every command that prints the response of an operation with an idempotency key takes the key', () => {
  const isKeyed = (path: string) => [outputs[path]?.errors].flat().includes('idempotency-key-reused')
  const keyed = leaves.filter(({ path }) => isKeyed(path))
  expect(keyed.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['webhook set', 'webhook ping', 'webhook replay']),
  )
  for (const { path, command } of keyed) expect(command.args['idempotency-key'], path).toBeDefined()
})

const token = { id: 't-1', name: 'anna', createdBy: 'support', createdAt: '2026-07-01T08:00:00.000Z', lastUsedAt: null }
const none = { items: [], nextCursor: null }

test.each([
  [['completion', 'bash'], 'completion'],
  [['account', 'search', 'alpine', '--json'], 'account search'],
  [['account', 'reactivate', 'ABC', '--json'], 'account reactivate'],
  [['webhook', 'end', 'ABC', '--yes', '--json'], 'webhook end'],
  [['admin-token', 'list', '--json'], 'admin-token list'],
  [['admin-token', 'revoke', 'anna', '--json'], 'admin-token revoke'],
  [['actions', 'list', '--account', 'ABC', '--json'], 'actions list'],
  [['release', 'list', 'ABC', '--json'], 'release list'],
  [['release', 'search', 'ABC', 'alta via', '--json'], 'release search'],
])('%j prints exactly the documented fields', async (words, path) => {
  await using listener = await startStubListener({
    'GET /admin/accounts': { body: { items: [account()], nextCursor: null } },
    'DELETE /admin/accounts/id-of-abc/suspension': { status: 204 },
    'GET /admin/accounts/id-of-abc/webhook': { body: { url: 'https://receiver.example/hook' } },
    'DELETE /admin/accounts/id-of-abc/webhook': { status: 204 },
    'GET /admin/accounts/id-of-abc/releases': { body: none },
    'GET /admin/tokens': { body: { items: [token] } },
    'DELETE /admin/tokens/t-1': { status: 204 },
    'GET /admin/actions': { body: none },
  })
  const { code, out, err } = await guidebookAt(listener.url, [...words, ...(path === 'completion' ? ['--json'] : [])])
  expect([code, err]).toEqual([exitCodes.done, expect.not.stringContaining('"error"')])
  const expected = path === 'admin-token list' ? ['items'] : fieldNames(path)
  expect(Object.keys(JSON.parse(out)).toSorted()).toEqual(expected.toSorted())
})

test('"why" asks by OID and code, also in one word, and refuses two words that are something else', async () => {
  const answer = { kind: 'code', diagnoses: [], imports: [], mails: [], requests: [], findings: [], unknown: [] }
  await using listener = await startStubListener({
    'GET /admin/accounts': { body: { items: [account()], nextCursor: null } },
    'GET /admin/diagnosis': { body: answer },
  })
  for (const words of [['ABC', '20240001'], ['abc-20240001'], ['20240001', '--account', 'ABC']]) {
    expect((await guidebookAt(listener.url, ['why', ...words])).code).toBe(exitCodes.notFound)
    expect(listener.received.at(-1)?.url).toBe('/admin/diagnosis?q=20240001&account=id-of-abc')
  }
  expect((await guidebookAt(listener.url, ['why', 'Anna', 'Bell'])).code).toBe(exitCodes.usage)
  expect((await guidebook(['why'])).code).toBe(exitCodes.usage)
  const partial = await startStubListener({
    'GET /admin/diagnosis': { body: { ...answer, unknown: ['webhooks'] } },
  })
  await using _ = partial
  expect(await guidebookAt(partial.url, ['why', '5'])).toMatchObject({
    code: exitCodes.unreachable,
    err: expect.stringContaining('webhooks did not respond'),
  })
})
