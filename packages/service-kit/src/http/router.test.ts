import { operations } from '@guidebook/contracts'
import { describe, expect, test } from 'vitest'
import type { ExchangeContext } from './exchange.ts'
import { createRouter, type RouterOptions } from './router.ts'

function routed(options: RouterOptions = {}) {
  const outcome: { found?: [string, Record<string, string>] } = {}
  const endpoints = Object.values(operations).map((operation) => ({
    operation,
    answer: (_: ExchangeContext, params: Record<string, string>) => {
      outcome.found = [operation.id, params]
    },
  }))
  const router = createRouter(endpoints, options)
  return async (method: string, path: string) => {
    delete outcome.found
    const headers: Record<string, string> = {}
    const exchange = { headers: {}, route: null }
    const set = (fields: Record<string, string>) => Object.assign(headers, fields)
    const response = { set, remove: () => undefined, status: 404 }
    const ctx = { method, path, ...response, state: { exchange }, app: {}, request: {}, res: {} }
    await router(ctx as never, async () => {
      throw new Error('the request left the router')
    })
    return outcome.found ?? { status: ctx.status, ...headers }
  }
}

const ask = routed()
const unknown = expect.objectContaining({ code: 'not-found' })

describe('finding an operation', () => {
  test('prefers a literal segment to a parameter', async () => {
    expect(await ask('POST', '/content/release/ondemand')).toEqual(['createOnDemandRelease', {}])
    expect(await ask('GET', '/content/release/a1')).toEqual(['listReleases', { account: 'a1' }])
    expect(await ask('PUT', '/content/geodata/poi')).toEqual(['updatePoi', {}])
    expect(await ask('POST', '/portal/passkeys/options')).toEqual(['passkeyOptions', {}])
  })

  test('uses a parameter if the path does not continue after the literal segment', async () => {
    const expected = ['readRelease', { account: 'ondemand', release: 'x' }]
    expect(await ask('GET', '/content/release/ondemand/x')).toEqual(expected)
  })

  test('distinguishes a parameter with an ending from one without', async () => {
    expect(await ask('GET', '/content/geodata/abc.gpx')).toEqual(['readItemGpx', { geodata_id: 'abc' }])
    expect(await ask('GET', '/content/geodata/abc.geojson')).toEqual(['readItemGeojson', { geodata_id: 'abc' }])
    expect(await ask('GET', '/content/geodata/abc.txt')).toEqual(['readItem', { geodata_id: 'abc.txt' }])
    expect(await ask('GET', '/content/geodata/.gpx')).toEqual(['readItem', { geodata_id: '.gpx' }])
    expect(await ask('GET', '/t/slug/gpx/stage-1.gpx')).toEqual(['readTripGpxFile', { link: 'slug', file: 'stage-1' }])
  })

  test('decodes parameters once', async () => {
    expect(await ask('PUT', '/content/library/a%20%C3%BC%252F')).toEqual(['updateLibrary', { customId: 'a ü%2F' }])
  })

  test('finds GET for HEAD', async () => {
    expect(await ask('HEAD', '/t/slug')).toEqual(['readTripPage', { link: 'slug' }])
  })

  test('refuses a method that a path lacks, even if a more general path has it', async () => {
    const refused = (Allow: string) => expect.objectContaining({ code: 'method-not-allowed', headers: { Allow } })
    await expect(ask('DELETE', '/content/geodata/poi')).rejects.toEqual(refused('POST, PUT, OPTIONS'))
    await expect(ask('GET', '/content/release/ondemand')).rejects.toEqual(refused('POST, PUT, OPTIONS'))
    await expect(ask('PATCH', '/content/geodata/x.gpx')).rejects.toEqual(refused('GET, HEAD, OPTIONS'))
  })

  test('answers OPTIONS with the methods of the path', async () => {
    expect(await ask('OPTIONS', '/t/slug')).toEqual({ status: 204, Allow: 'GET, HEAD, OPTIONS' })
  })

  test.each(['/', '', '*', '/content', '/content/library/', '/Account', '/account/', '//account', '/t', '/t//gpx'])(
    'finds nothing at %j',
    async (path) => {
      await expect(ask('GET', path)).rejects.toEqual(unknown)
    },
  )

  test.each(['/content/library/%', '/content/library/%zz', '/content/library/%c3%28', '/%61ccount', '/account%'])(
    'finds nothing at %j, whatever the method',
    async (path) => {
      await expect(ask('GET', path)).rejects.toEqual(unknown)
      await expect(ask('OPTIONS', path)).rejects.toEqual(unknown)
    },
  )

  test('the caller may respond to unknown paths, and is called before other methods are refused', async () => {
    const seen: string[] = []
    const note = (ctx: ExchangeContext) => {
      seen.push(`${ctx.method} ${ctx.path}`)
    }
    const asked = routed({ unknownPath: note, beforeOtherMethod: note })
    await asked('GET', '/nowhere')
    await asked('GET', '/t/%zz')
    await asked('GET', '/account')
    await asked('OPTIONS', '/account')
    expect(seen).toEqual(['GET /nowhere', 'GET /t/%zz', 'OPTIONS /account'])
  })

  test('one method of a path has one operation', () => {
    const endpoint = { operation: operations.readItem, answer: () => undefined }
    const same = { ...endpoint, operation: { ...operations.readItem, path: '/content/geodata/{other}' } }
    expect(() => createRouter([endpoint, same])).toThrow('twice')
  })

  test('paths that differ in the names of their parameters have their methods in common', async () => {
    const found: string[] = []
    const endpoint = (method: 'GET' | 'PUT', path: string) => ({
      operation: { ...operations.readItem, method, path },
      answer: (_: unknown, params: Record<string, string>) => {
        found.push(JSON.stringify(params))
      },
    })
    const router = createRouter([endpoint('GET', '/x/{a}'), endpoint('PUT', '/x/{b}')])
    for (const method of ['GET', 'PUT']) {
      const state = { exchange: { headers: {}, route: null } }
      await router({ method, path: '/x/1', state, request: {} } as never, async () => undefined)
    }
    expect(found).toEqual(['{"a":"1"}', '{"b":"1"}'])
  })
})
