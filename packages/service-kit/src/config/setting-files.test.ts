import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readSettings, setting } from './index.ts'
import { jsonOf } from './json-of.ts'

const spec = {
  TOKEN: setting.text({ secret: true }),
  DATABASE_URL: setting.url({ protocols: ['postgres:'], secret: true, optional: true }),
  KEY: setting.parsed('JSON', jsonOf(Type.Object({ a: Type.Integer() })), { optional: true }),
  NAME: setting.text({ default: 'none' }),
}

let folder: string
const fileOf = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSettings(spec, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('a secret', () => {
  test('is the value itself, a file named with @, or a file named by NAME_FILE', () => {
    const file = fileOf('token', 'top-secret\n')
    for (const env of [{ TOKEN: 'top-secret' }, { TOKEN: `@${file}` }, { TOKEN_FILE: file }]) {
      expect(readSettings(spec, env).TOKEN).toBe('top-secret')
    }
  })

  test('may be a URL in a file, which is checked like a value', () => {
    const file = fileOf('database', 'postgres://role:top-secret@host/guidebook\n')
    expect(readSettings(spec, { TOKEN: 'x', DATABASE_URL_FILE: file }).DATABASE_URL).toContain('role:top-secret@host')
    const wrong = fileOf('wrong', 'mysql://role:top-secret@host\n')
    expect(faultsOf({ TOKEN: 'x', DATABASE_URL_FILE: wrong })).toEqual([
      'DATABASE_URL must be a URL that begins with postgres://',
    ])
  })

  test('that is given twice is a fault, even if one is empty', () => {
    const file = fileOf('token', 'top-secret')
    const fault = 'TOKEN and TOKEN_FILE are both set: remove one'
    for (const TOKEN of ['top-secret', '', `@${file}`]) expect(faultsOf({ TOKEN, TOKEN_FILE: file })).toEqual([fault])
  })

  test('in a file that is missing, a folder, or empty is a fault that names the variable', () => {
    expect(faultsOf({ TOKEN: `@${folder}/missing` })).toEqual(['TOKEN names a file that cannot be read (ENOENT)'])
    expect(faultsOf({ TOKEN_FILE: `${folder}/missing` })).toEqual([
      'TOKEN_FILE names a file that cannot be read (ENOENT)',
    ])
    expect(faultsOf({ TOKEN_FILE: folder })).toEqual(['TOKEN_FILE names a file that cannot be read (EISDIR)'])
    expect(faultsOf({ TOKEN_FILE: fileOf('empty', ' \n') })).toEqual(['TOKEN_FILE names an empty file'])
    expect(faultsOf({ TOKEN_FILE: ' ' })).toEqual(['TOKEN_FILE is set but empty'])
    expect(faultsOf({})).toEqual(['TOKEN is missing'])
  })
})

test('JSON may be in a file, too', () => {
  const file = fileOf('key.json', '{"a": 1}\n')
  for (const env of [{ KEY: `@${file}` }, { KEY_FILE: file }]) {
    expect(readSettings(spec, { TOKEN: 'x', ...env }).KEY).toEqual({ a: 1 })
  }
})

test('a text that is no secret is never a file', () => {
  const file = fileOf('name', 'content')
  expect(readSettings(spec, { TOKEN: 'x', NAME: `@${file}` }).NAME).toBe(`@${file}`)
  expect(readSettings(spec, { TOKEN: 'x', NAME_FILE: file }).NAME).toBe('none')
})
