import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJson } from '../src/state/json-file.ts'
import { secretsIn } from '../src/state/secrets.ts'
import { oneLineMessage } from '../src/user-facing-error.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a secret is created once and readable by its owner only', () => {
  const path = join(temporaryFolder(), 'secrets.json')
  const first = secretsIn(path)('admin')
  expect(first).toMatch(/^[\w-]{24}$/)
  expect(secretsIn(path)('admin')).toBe(first)
  expect(secretsIn(path)('other')).not.toBe(first)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a damaged file fails with one line', () => {
  const path = join(temporaryFolder(), 'ports.json')
  writeFileSync(path, '{"half":')
  expect(() => readJson(path)).toThrow(`${path} is damaged: remove it, then start again`)
})

test('a full disk and a missing permission are described in one line', () => {
  expect(oneLineMessage(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(
    'the disk is full: make room, then start again',
  )
  expect(oneLineMessage(Object.assign(new Error('open'), { code: 'EACCES', path: '/x' }))).toBe(
    'no permission for /x: change its owner or run as its owner',
  )
})
