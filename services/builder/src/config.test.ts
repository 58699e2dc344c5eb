import { ConfigError, readSettings } from '@guidebook/service-kit'
import { testKeys } from '@guidebook/service-kit/test'
import { describe, expect, test } from 'vitest'
import { configFrom, spec } from './config.ts'

const keys = testKeys()
const needed = {
  HTTP_PORT: '0',
  PUBLIC_URL: 'https://guidebook.example',
  DATABASE_URL: 'postgres://builder@db.example/guidebook',
  AMQP_URL: 'amqp://broker.example',
  OBJECT_STORE_URL: 'file:///var/lib/guidebook',
  ...Object.fromEntries(
    ['GATEWAY', 'GEODATA', 'RELEASES', 'BUILDER', 'WEBHOOKS', 'IMPORTER'].map((name) => [
      `${name}_URL`,
      'http://x.example',
    ]),
  ),
  INTERNAL_PRIVATE_KEY: JSON.stringify(keys.privateKeys.builder),
  INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
}
const configOf = (env: Record<string, string> = {}) => configFrom(readSettings(spec, { ...needed, ...env }))

test('the defaults fit together', () => {
  const { settings, renderMemory } = configOf()
  expect(settings).toMatchObject({
    BUILD_LEASE: 15_000,
    BUILD_HEARTBEAT: 5_000,
    BUILD_PARALLELISM: 2,
    BUILD_ATTEMPTS: 3,
  })
  expect(renderMemory).toBe(320 * 1_024 * 1_024)
})

test('a lease that one lost heartbeat would end is refused', () => {
  expect(() => configOf({ BUILD_LEASE: '6s' })).toThrow(ConfigError)
})

test('where logos may come from besides is read as it is for webhooks', () => {
  const { logoSources } = configOf({ LOGO_ALLOWED_NETWORKS: '10.0.0.0/8', LOGO_ALLOWED_PORTS: '8443' })
  expect(logoSources).toMatchObject({ admittedPorts: [8443], authorities: undefined })
  expect(() => configOf({ LOGO_ALLOWED_NETWORKS: 'x', LOGO_ALLOWED_PORTS: '0' })).toThrow(
    /LOGO_ALLOWED_NETWORKS[\s\S]*LOGO_ALLOWED_PORTS/,
  )
})

describe('translations', () => {
  const provider = (env: Record<string, string>) => {
    const { translation } = configOf(env)
    return translation && [translation.protocol.provider, translation.url, translation.key]
  }

  test('are done by no one unless a provider is named', () => {
    expect(provider({})).toBeNull()
  })

  test('are done by DeepL, whose address follows from the key, or by a server that is named', () => {
    const deepl = { TRANSLATION_PROVIDER: 'deepl', TRANSLATION_KEY: 'abc:fx' }
    expect(provider(deepl)).toEqual(['deepl', 'https://api-free.deepl.com', 'abc:fx'])
    const libre = { TRANSLATION_PROVIDER: 'libretranslate', TRANSLATION_URL: 'http://translate.example/' }
    expect(provider(libre)).toEqual(['libretranslate', 'http://translate.example', undefined])
  })

  test.each([
    [{ TRANSLATION_KEY: 'abc' }, 'TRANSLATION_PROVIDER is missing'],
    [{ TRANSLATION_PROVIDER: 'deepl' }, 'TRANSLATION_KEY is missing'],
    [{ TRANSLATION_PROVIDER: 'libretranslate', TRANSLATION_KEY: 'abc' }, 'TRANSLATION_URL is missing'],
  ])('%j is refused', (env, fault) => {
    expect(() => configOf(env)).toThrow(fault)
  })
})
