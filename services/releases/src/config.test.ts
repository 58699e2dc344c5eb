import { ConfigError } from '@guidebook/service-kit'
import { expect, it } from 'vitest'
import { mapSourceOf } from './config.ts'

it('maps may load from the origin of their style and from the named origins', () => {
  expect(mapSourceOf({ MAP_STYLE_URL: undefined, MAP_ORIGINS: '' })).toEqual({ style: null, origins: [] })
  const MAP_STYLE_URL = 'https://maps.example/styles/hiking.json'
  const MAP_ORIGINS = ' https://tiles.example  https://maps.example '
  expect(mapSourceOf({ MAP_STYLE_URL, MAP_ORIGINS })).toEqual({
    style: MAP_STYLE_URL,
    origins: ['https://maps.example', 'https://tiles.example'],
  })
})

it.each(['tiles.example', 'https://tiles.example/path', "'self'", 'https://a.example;script-src', '*'])(
  'a value that is not an origin is refused: %s',
  (MAP_ORIGINS) => expect(() => mapSourceOf({ MAP_STYLE_URL: undefined, MAP_ORIGINS })).toThrow(ConfigError),
)
