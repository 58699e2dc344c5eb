import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { ConfigError, readSettings, setting } from './index.ts'
import { jsonOf } from './json-of.ts'
import type { SettingsSpec } from './read-settings.ts'

function faultsOf(spec: SettingsSpec, env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSettings(spec, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('readSettings', () => {
  test('reads every kind of setting', () => {
    const spec = {
      NAME: setting.text(),
      URL: setting.url(),
      DATABASE: setting.url({ protocols: ['postgres:'] }),
      PORT: setting.port(),
      COUNT: setting.integer({ min: 1, max: 9 }),
      WAIT: setting.duration(),
      MODE: setting.oneOf(['fast', 'safe']),
      ON: setting.flag(),
      DATA: setting.parsed('JSON', jsonOf(Type.Object({ a: Type.Integer() }))),
    }
    const env = {
      NAME: 'x',
      URL: 'https://example.org/',
      DATABASE: 'postgres://u:p@h/d',
      PORT: '8080',
      COUNT: '3',
      WAIT: '1.5s',
      MODE: 'safe',
      ON: 'true',
      DATA: '{"a": 1}',
    }
    expect(readSettings(spec, env)).toEqual({
      NAME: 'x',
      URL: 'https://example.org',
      DATABASE: 'postgres://u:p@h/d',
      PORT: 8080,
      COUNT: 3,
      WAIT: 1_500,
      MODE: 'safe',
      ON: true,
      DATA: { a: 1 },
    })
  })

  test('gives the default, or undefined, for what is absent', () => {
    const spec = {
      A: setting.integer({ default: 7 }),
      B: setting.text({ optional: true }),
      C: setting.duration({ default: '2m' }),
    }
    expect(readSettings(spec, {})).toEqual({ A: 7, B: undefined, C: 120_000 })
  })

  test('reports all faults at once, by name', () => {
    const spec = {
      MISSING: setting.text(),
      EMPTY: setting.text({ optional: true }),
      PORT: setting.port(),
      URL: setting.url(),
      WAIT: setting.duration({ default: '1s' }),
      MODE: setting.oneOf(['a', 'b'], { default: 'a' }),
      ON: setting.flag({ default: false }),
    }
    const env = { EMPTY: ' ', PORT: '65536', URL: 'ftp://x', WAIT: '5', MODE: 'c', ON: 'yes' }
    expect(faultsOf(spec, env)).toEqual([
      'MISSING is missing',
      'EMPTY is set but empty',
      'PORT must be a whole number from 0 to 65535',
      'URL must be a URL that begins with http:// or https://',
      'WAIT must be a length of time like 250ms, 15s, 10m or 24h',
      'MODE must be one of a, b',
      'ON must be true or false',
    ])
  })

  test('never repeats a value', () => {
    const schema = Type.Object({ d: Type.String() }, { additionalProperties: false })
    const spec = {
      A: setting.parsed('JSON', jsonOf(schema)),
      B: setting.parsed('JSON', jsonOf(schema)),
      C: setting.url(),
      D: setting.integer(),
    }
    const env = { A: '{"d": "top-secret', B: '{"d": ["top-secret"]}', C: 'top-secret', D: 'top-secret' }
    const faults = faultsOf(spec, env)
    expect(faults).toHaveLength(4)
    expect(faults.join('\n')).not.toContain('top-secret')
  })

  test('trusts the authorities of a file besides the public ones, and refuses one that would add none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'))
    const [first = '', second = ''] = rootCertificates
    const fileOf = (name: string, content: string) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const spec = { CA: setting.authorities({ optional: true }) }
    expect(readSettings(spec, {}).CA).toBeUndefined()
    const both = fileOf('both.pem', `Our own:\n${first}\n\n${second}\n`)
    expect(readSettings(spec, { CA: both }).CA).toEqual([...rootCertificates, first, second])
    expect(faultsOf(spec, { CA: fileOf('key.pem', '-----BEGIN PRIVATE KEY-----') })).toEqual([
      'CA names a file that holds no certificate in PEM',
    ])
    const broken = fileOf('broken.pem', `${first}\n${second.replace('MII', 'XXX')}`)
    expect(faultsOf(spec, { CA: broken })).toEqual(['CA names a file whose certificate 2 cannot be read'])
    expect(faultsOf(spec, { CA: join(folder, 'gone.pem') })).toEqual(['CA names a file that cannot be read (ENOENT)'])
  })
})
