import { ConfigError, readSettings } from '@guidebook/service-kit'
import { testKeys } from '@guidebook/service-kit/test'
import { describe, expect, test } from 'vitest'
import { configFrom, spec } from './config.ts'

const keys = testKeys()
const needed = {
  HTTP_PORT: '0',
  HEALTH_PORT: '0',
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

test('the defaults are consistent', () => {
  const { settings, renderMemory } = configOf()
  expect(settings).toMatchObject({
    BUILD_LEASE: 15_000,
    BUILD_HEARTBEAT: 5_000,
    BUILD_PARALLELISM: 2,
    BUILD_ATTEMPTS: 3,
  })
  expect(renderMemory).toBe(320 * 1_024 * 1_024)
})

test('a lease that a single lost heartbeat would end is refused', () => {
  expect(() => configOf({ BUILD_LEASE: '6s' })).toThrow(ConfigError)
})

test('additional networks and ports for logos are read like those for webhooks', () => {
  const { logoSources } = configOf({ LOGO_ALLOWED_NETWORKS: '10.0.0.0/8', LOGO_ALLOWED_PORTS: '8443' })
  expect(logoSources).toMatchObject({ admittedPorts: [8443], authorities: undefined })
  expect(() => configOf({ LOGO_ALLOWED_NETWORKS: 'x', LOGO_ALLOWED_PORTS: '0' })).toThrow(
    /LOGO_ALLOWED_NETWORKS[\s\S]*LOGO_ALLOWED_PORTS/,
  )
})

describe('basemaps', () => {
  const maps = { MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png', MAP_TILE_ATTRIBUTION: '© Example' }

  test('are those of the embedded map unless a source is configured', () => {
    expect(configOf().basemaps).toMatchObject({ map: null, relief: null, terrain: null, archives: [] })
  })

  test('come from archives in files and at URLs, in order', () => {
    const archives = { MAP_PMTILES: '/srv/alps.pmtiles, https://maps.example/europe.pmtiles' }
    const terrain = { TERRAIN_PMTILES: '/srv/dem.pmtiles', TERRAIN_ATTRIBUTION: 'Copernicus' }
    expect(configOf({ ...archives, ...terrain }).basemaps).toMatchObject({
      archives: [{ path: '/srv/alps.pmtiles' }, { url: 'https://maps.example/europe.pmtiles' }],
      terrain: { place: { path: '/srv/dem.pmtiles' }, attribution: 'Copernicus' },
    })
  })

  test('come from one provider or from two', () => {
    expect(configOf(maps).basemaps).toMatchObject({
      map: { template: maps.MAP_TILE_URL, attribution: '© Example', maxZoom: 17 },
      relief: null,
      timeoutMs: 15_000,
    })
    const relief = { RELIEF_TILE_URL: 'https://heights.example/{z}/{x}/{y}.png', RELIEF_ATTRIBUTION: 'Survey' }
    expect(configOf(relief).basemaps).toMatchObject({ map: null, relief: { attribution: 'Survey', maxZoom: 12 } })
    expect(configOf({ ...maps, ...relief }).basemaps).toMatchObject({ map: {}, relief: {} })
  })

  test('may come from an allowed private network and port, without TLS', () => {
    const own = { ...maps, MAP_TILE_URL: 'http://10.1.2.3:8080/{z}/{x}/{y}.jpg?key=1' }
    expect(() => configOf(own)).toThrow('MAP_TILE_URL must use port 80, not 8080 (TILE_ALLOWED_NETWORKS and')
    const policy = { TILE_ALLOWED_NETWORKS: '10.0.0.0/8', TILE_ALLOWED_PORTS: '8080' }
    expect(configOf({ ...own, ...policy }).basemaps?.tileSources).toMatchObject({ admittedPorts: [8080] })
  })

  test.each([
    [{ MAP_TILE_URL: maps.MAP_TILE_URL }, 'MAP_TILE_ATTRIBUTION is missing'],
    [{ MAP_TILE_ATTRIBUTION: 'x' }, 'MAP_TILE_ATTRIBUTION is set without MAP_TILE_URL'],
    [{ RELIEF_ATTRIBUTION: 'x' }, 'RELIEF_ATTRIBUTION is set without RELIEF_TILE_URL'],
    [{ ...maps, MAP_TILE_ATTRIBUTION: '&copy; <a href="/">x</a>' }, 'MAP_TILE_ATTRIBUTION must be text'],
    [
      { ...maps, MAP_TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png' },
      'MAP_TILE_URL must contain {z}, {x} and {y}',
    ],
    [{ ...maps, MAP_TILE_URL: 'https://tiles.example/{z}/{x}' }, 'MAP_TILE_URL must contain {z}, {x} and {y}'],
    [{ ...maps, MAP_TILE_URL: 'tiles/{z}/{x}/{y}' }, 'MAP_TILE_URL is not a URL'],
    [{ ...maps, MAP_TILE_URL: 'http://localhost/{z}/{x}/{y}' }, 'MAP_TILE_URL must be a public host name'],
    [{ TILE_ALLOWED_NETWORKS: 'x' }, 'TILE_ALLOWED_NETWORKS'],
    [{ MAP_PMTILES: 'https://10.0.0.1/a.pmtiles' }, 'MAP_PMTILES must be a public address'],
    [{ TERRAIN_PMTILES: '/srv/dem.pmtiles' }, 'TERRAIN_ATTRIBUTION is missing'],
    [{ TERRAIN_ATTRIBUTION: 'x' }, 'TERRAIN_ATTRIBUTION is set without TERRAIN_PMTILES'],
    [{ TERRAIN_PMTILES: 'a,b', TERRAIN_ATTRIBUTION: 'x' }, 'TERRAIN_PMTILES must be one archive'],
    [
      {
        TERRAIN_PMTILES: 'a',
        TERRAIN_ATTRIBUTION: 'x',
        RELIEF_TILE_URL: 'https://a.example/{z}/{x}/{y}',
        RELIEF_ATTRIBUTION: 'y',
      },
      'set only one of TERRAIN_PMTILES and RELIEF_TILE_URL',
    ],
  ])('%j is refused', (env, fault) => {
    expect(() => configOf(env)).toThrow(fault)
  })
})

describe('translations', () => {
  const provider = (env: Record<string, string>) => {
    const { translation } = configOf(env)
    return translation && [translation.protocol.provider, translation.url, translation.key]
  }

  test('are off unless a provider is configured', () => {
    expect(provider({})).toBeNull()
    expect(provider({ BUILD_TIMEOUT: '1m' })).toBeNull()
  })

  test('come from DeepL, whose URL follows from the key, or from a configured server', () => {
    const deepl = { TRANSLATION_PROVIDER: 'deepl', TRANSLATION_KEY: 'abc:fx' }
    expect(provider(deepl)).toEqual(['deepl', 'https://api-free.deepl.com', 'abc:fx'])
    expect(provider({ ...deepl, TRANSLATION_TIMEOUT: '100s' })).toEqual(provider(deepl))
    const libre = { TRANSLATION_PROVIDER: 'libretranslate', TRANSLATION_URL: 'http://translate.example/' }
    expect(provider(libre)).toEqual(['libretranslate', 'http://translate.example', undefined])
  })

  test.each([
    [{ TRANSLATION_KEY: 'abc' }, 'TRANSLATION_PROVIDER is missing'],
    [{ TRANSLATION_PROVIDER: 'deepl' }, 'TRANSLATION_KEY is missing'],
    [{ TRANSLATION_PROVIDER: 'libretranslate', TRANSLATION_KEY: 'abc' }, 'TRANSLATION_URL is missing'],
    [{ TRANSLATION_PROVIDER: 'deepl', TRANSLATION_KEY: 'a', TRANSLATION_TIMEOUT: '101s' }, 'TRANSLATION_TIMEOUT: must'],
  ])('%j is refused', (env, fault) => {
    expect(() => configOf(env)).toThrow(fault)
  })
})
