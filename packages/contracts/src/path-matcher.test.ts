import { describe, expect, test } from 'vitest'
import { operations } from './operations.ts'
import { createPathMatcher } from './path-matcher.ts'

const { match } = createPathMatcher(Object.values(operations))
const found = (method: string, path: string) => {
  const result = match(method, path)
  return result !== null && 'operation' in result ? [result.operation.id, result.params] : result
}

describe('matching a path', () => {
  test('prefers a literal segment to a parameter', () => {
    expect(found('POST', '/content/release/ondemand')).toEqual(['createOnDemandRelease', {}])
    expect(found('GET', '/content/release/a1')).toEqual(['listReleases', { account: 'a1' }])
    expect(found('PUT', '/content/geodata/poi')).toEqual(['updatePoi', {}])
  })

  test('goes back when a literal segment leads nowhere', () => {
    expect(found('GET', '/content/release/ondemand/x')).toEqual(['readRelease', { account: 'ondemand', release: 'x' }])
  })

  test('tells a parameter with an ending from one without', () => {
    expect(found('GET', '/content/geodata/abc.gpx')).toEqual(['readItemGpx', { geodata_id: 'abc' }])
    expect(found('GET', '/content/geodata/abc.geojson')).toEqual(['readItemGeojson', { geodata_id: 'abc' }])
    expect(found('GET', '/content/geodata/abc.txt')).toEqual(['readItem', { geodata_id: 'abc.txt' }])
    expect(found('GET', '/t/slug/gpx/stage-1.gpx')).toEqual(['readTripGpxFile', { link: 'slug', file: 'stage-1' }])
  })

  test('decodes parameters, a slash within one too', () => {
    expect(found('PUT', '/content/library/a%2Fb%20%C3%BC')).toEqual(['updateLibrary', { customId: 'a/b ü' }])
  })

  test('answers HEAD with GET', () => {
    expect(found('HEAD', '/t/slug')).toEqual(['readTripPage', { link: 'slug' }])
  })

  test('names the methods of a path that lacks the one asked for', () => {
    expect(match('DELETE', '/content/geodata/poi')).toEqual({ allow: ['POST', 'PUT', 'OPTIONS'] })
    expect(match('POST', '/t/slug')).toEqual({ allow: ['GET', 'HEAD', 'OPTIONS'] })
  })

  test.each(['/', '', '/content', '/content/library/', '/content/library/%', '/t', '/t//gpx', '/nope'])(
    'finds nothing at %j',
    (path) => {
      expect(match('GET', path)).toBeNull()
    },
  )

  test('refuses two operations at one place', () => {
    expect(() => createPathMatcher([operations.readItem, operations.readItem])).toThrow('declared twice')
  })
})
