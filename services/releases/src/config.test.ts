import { ConfigError, type Settings } from '@guidebook/service-kit'
import { expect, it } from 'vitest'
import { configFrom, type spec } from './config.ts'

const settings = (fields: object) => ({ MAP_ORIGINS: '', ...fields }) as Settings<typeof spec>

it('maps may load from where their style lies, and from the origins that are named', () => {
  expect(configFrom(settings({})).map).toEqual({ style: null, origins: [] })
  const MAP_STYLE_URL = 'https://maps.example/styles/hiking.json'
  const MAP_ORIGINS = ' https://tiles.example  https://maps.example '
  expect(configFrom(settings({ MAP_STYLE_URL, MAP_ORIGINS })).map).toEqual({
    style: MAP_STYLE_URL,
    origins: ['https://maps.example', 'https://tiles.example'],
  })
})

it.each(['tiles.example', 'https://tiles.example/path', "'self'", 'https://a.example;script-src', '*'])(
  'what is no origin is refused: %s',
  (MAP_ORIGINS) => expect(() => configFrom(settings({ MAP_ORIGINS }))).toThrow(ConfigError),
)
