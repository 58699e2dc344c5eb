import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { operations } from './operations.ts'
import type { Fault } from './schemas/problem.ts'
import { readParameters, validate } from './validation.ts'

const routeBody = operations.createRoute.body
const goodRoute = (routeBody as unknown as { examples: [Record<string, unknown>] }).examples[0]
const places = (faults: Fault[]) => faults.map(({ pointer, code }) => `${code} ${pointer}`).toSorted()

describe('validating a body', () => {
  test('reports all faults at once, each with a pointer', () => {
    const { names: _, ...rest } = goodRoute
    const body = {
      ...rest,
      color: '#ff6600',
      extra: 1,
      attributes: { time: 'long', 'a/b~': '1' },
      icon: { name: 'spaceship' },
    }
    expect(places(validate(routeBody, body))).toEqual([
      'invalid-field /attributes/time',
      'invalid-field /color',
      'invalid-field /icon/name',
      'required-field /names',
      'unknown-field /attributes/a~1b~0',
      'unknown-field /extra',
    ])
  })

  test('never repeats the faulty value', () => {
    const secret = 'Jane Doe, Main Street'
    const body = { ...goodRoute, color: secret, icon: { name: secret }, names: { en: 1 }, waypoints: secret }
    expect(JSON.stringify(validate(routeBody, body))).not.toContain('Jane')
  })

  test('reports one fault when no alternative or several are sent', () => {
    const { library: _, ...neither } = goodRoute
    const expected = [{ pointer: '', code: 'exactly-one-of', message: 'must have exactly one of: library, guidebook' }]
    expect(validate(routeBody, neither)).toEqual(expected)
    expect(validate(routeBody, { ...goodRoute, guidebook: { customId: 'G' } })).toEqual(expected)
  })

  test('points at a reference that has no valid form or two forms', () => {
    const stage = {
      number: 1,
      routes: [{}, { libraryReference: { link: 'x', customId: 'y' } }, { libraryReference: { customId: 'y' } }],
    }
    const faults = validate(operations.createOnDemandRelease.body, {
      metadata: { operator: 'ABC', operatorCode: 1, lang: 'de' },
      publish: { startDate: '2026-07-01', endDate: '2026-07-02', devices: 1 },
      guidebook: { title: 'x', stages: [stage] },
    })
    expect(places(faults)).toEqual([
      'exactly-one-of /guidebook/stages/0/routes/0',
      'exactly-one-of /guidebook/stages/0/routes/1/libraryReference',
      'required-field /guidebook/stages/0/routes/2/libraryReference/libraryCustomId',
    ])
  })

  test('refuses a text that is too long for its format, and takes an e-mail address of full length', () => {
    const { email } = operations.createRelease.query.properties
    const longest = `${'a'.repeat(242)}@b.example`
    expect(longest.length).toBe(252)
    expect(validate(email, longest)).toEqual([])
    expect(validate(email, `a@${'a.'.repeat(400)}example`)).toMatchObject([{ message: 'must be an e-mail address' }])
  })

  test('accepts empty details of a place in an on-demand request, and a web address with its scheme in any case', () => {
    const faultsOf = (details: object) => {
      const content = { name: 'Hut', lat: 46, lon: 9, type: 'SIGHT', ...details }
      const request = {
        metadata: { operator: 'ABC', operatorCode: 1, lang: 'de' },
        publish: { startDate: '2026-07-01', endDate: '2026-07-02', devices: 1 },
        guidebook: { title: 'x', stages: [{ number: 1, pois: [{ content }] }] },
      }
      return places(validate(operations.createOnDemandRelease.body, request))
    }
    for (const good of [{ web: '', phone: '' }, { web: 'HTTPS://Hut.example/A' }, { web: 'hTTp://hut.example' }])
      expect(faultsOf(good)).toEqual([])
    expect(faultsOf({ web: 'ftp://hut.example', phone: ' ' })).toEqual([
      'invalid-field /guidebook/stages/0/pois/0/content/phone',
      'invalid-field /guidebook/stages/0/pois/0/content/web',
    ])
  })

  test('refuses NUL and lone surrogates and accepts any other text', () => {
    const poi = { ...(operations.createPoi.body as unknown as { examples: [object] }).examples[0] }
    const withName = (name: string) => validate(operations.createPoi.body, { ...poi, names: { en: name } })
    expect(places(withName('a\0b'))).toEqual(['invalid-text /names/en'])
    expect(places(withName('\ud83d'))).toEqual(['invalid-text /names/en'])
    expect(withName('🏔 \u202e \u{10ffff} ﷽ \t')).toEqual([])
  })

  test('counts characters, also those that are two UTF-16 units', () => {
    const text = Type.String({ minLength: 2, maxLength: 3 })
    const faultsOf = (value: string) => validate(text, value).map(({ message }) => message)
    for (const fitting of ['ab', 'abc', '🏔🏔', '🏔🏔🏔', 'a🏔b']) expect(faultsOf(fitting)).toEqual([])
    for (const short of ['', 'a', '🏔']) expect(faultsOf(short)).toEqual(['must have at least 2 characters'])
    for (const long of ['abcd', '🏔🏔🏔🏔', 'a🏔🏔b', 'abcdefg'])
      expect(faultsOf(long)).toEqual(['must have at most 3 characters'])
  })

  test('refuses keys that reach the prototype', () => {
    const body = JSON.parse('{"attributes":{"__proto__":"x"},"__proto__":{}}')
    expect(places(validate(operations.patchPoi.body, body))).toEqual([
      'unknown-field /__proto__',
      'unknown-field /attributes/__proto__',
    ])
    for (const key of ['constructor', 'prototype']) {
      const withKey = { attributes: { [key]: 'x' } }
      expect(places(validate(operations.patchPoi.body, withKey))).toEqual([`unknown-field /attributes/${key}`])
    }
  })

  test('accepts decimal numbers, an empty string and null as overrides of an attribute', () => {
    const withTime = (time: unknown) =>
      places(validate(operations.updateRoute.body, { account: 'a', attributes: { time } }))
    for (const good of ['4', '4.5', '', null]) expect(withTime(good)).toEqual([])
    for (const bad of [4, '4,5', '-1', '1e3', ' 4', 'NaN'])
      expect(withTime(bad)).toEqual(['invalid-field /attributes/time'])
  })

  test('states the limits of sizes and the form of field names', () => {
    const poi = (operations.createPoi.body as unknown as { examples: [object] }).examples[0]
    const tags = Array.from({ length: 101 }, () => ({ names: {} }))
    const bad = { customId: '', names: { EN: 'x' }, attributes: { phone: null }, lat: 91, tags: tags.slice(0, 1) }
    const messagesOf = (body: object) =>
      validate(operations.createPoi.body, body).map(({ pointer, message }) => [pointer, message])
    expect(messagesOf({ ...poi, ...bad })).toEqual([
      ['/customId', 'must have at least 1 character'],
      ['/names/EN', 'must be a language code: two lower-case letters'],
      ['/lat', 'must be at most 90'],
      ['/attributes/phone', 'must be a telephone number'],
      ['/tags/0/names', 'must have at least 1 field'],
    ])
    expect(messagesOf({ ...poi, tags })).toContainEqual(['/tags', 'must have at most 100 items'])
  })

  test('states what an object, a field name and an icon must be', () => {
    const messagesOf = (body: object) =>
      Object.fromEntries(validate(routeBody, body).map(({ pointer, message }) => [pointer, message]))
    const mistaken = { ...goodRoute, library: 'LIB-1', names: 'Pass', icon: 'hiking', waypoints: [[9.2, 46.8], {}] }
    expect(messagesOf(mistaken)).toEqual({
      '/library': 'must be an object, such as {"customId":"LIB-1"}',
      '/names': expect.stringMatching(/^must be an object/),
      '/icon': 'must be an object with name',
      '/waypoints/0': 'must be an object with lat, lon',
      '/waypoints/1/lat': 'is required',
      '/waypoints/1/lon': 'is required',
    })
    expect(messagesOf({ ...goodRoute, icon: { name: 'boat', colour: '' } })).toEqual({
      '/icon/name': expect.stringMatching(/^must be one of: motorbike, sledding, ski-touring, .+, mountain-biking$/),
      '/icon/colour': 'is not a field of this object, which may have: name',
    })
  })

  test('ignores the fields that an update ignores', () => {
    const poi = { account: 'a', library: { customId: 'L' }, customId: 'P' }
    for (const ignored of [null, 5, 'Huts', [1, [{}]], { names: { EN: 5 }, extra: true }]) {
      expect(validate(operations.updatePoi.body, { ...poi, category: ignored, tags: ignored })).toEqual([])
    }
    expect(places(validate(operations.patchPoi.body, { category: 5, tags: 'x' }))).toEqual([
      'invalid-field /category',
      'invalid-field /tags',
    ])
  })

  test('accepts only days that exist in the calendar', () => {
    const period = (start: string) => places(validate(operations.setReleasePeriod.body, { start, end: '2028-12-31' }))
    expect(period('2028-02-29')).toEqual([])
    for (const bad of ['2027-02-29', '2028-13-01', '2028-1-1', '2028-01-01T00:00:00Z', ''])
      expect(period(bad)).toEqual(['invalid-field /start'])
  })

  test('accepts only instants that programs can read', () => {
    const since = (text: string) => places(validate(operations.replayDeliveries.body, { since: text }))
    for (const good of ['2026-07-14T12:00:00Z', '2026-07-14T12:00:00.5+02:00', '0001-01-01T00:00:00.000Z'])
      expect(since(good), good).toEqual([])
    for (const bad of [
      '2026-07-14T12:00:00+02',
      '2026-12-31T23:59:60Z',
      '0000-12-31T00:00:00Z',
      '2026-02-30T12:00:00Z',
      '2026-07-14T12:00:00',
      '2026-07-14',
    ])
      expect(since(bad), bad).toEqual(['invalid-field /since'])
  })

  test('reports at most a hundred faults', () => {
    const waypoints = Array.from({ length: 300_000 }, () => 'no')
    const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, 0]))
    const faults = validate(routeBody, { ...goodRoute, ...unknown, waypoints })
    expect(faults.length).toBeLessThanOrEqual(100)
    expect(places(faults)).toContain('invalid-field /waypoints')
  })

  test('accepts a route of 200,000 points and refuses one point more', () => {
    const waypoints = Array.from({ length: 200_001 }, (_, index) => ({ lat: 46 + index / 1e6, lon: 9, ele: 1000 }))
    expect(places(validate(routeBody, { ...goodRoute, waypoints }))).toEqual(['invalid-field /waypoints'])
    expect(validate(routeBody, { ...goodRoute, waypoints: waypoints.slice(1) })).toEqual([])
  })
})

describe('reading parameters', () => {
  test('converts texts as the schema says and adds defaults', () => {
    expect(readParameters(operations.listReleases.query, { downloadCode: '20240001' })).toEqual({
      value: { downloadCode: 20240001, limit: 50, sort: '-created' },
      faults: [],
    })
    expect(
      readParameters(operations.setReleaseDevices.params, { account: 'a', release: 'r', devices: '7' }).value,
    ).toEqual({
      account: 'a',
      release: 'r',
      devices: 7,
    })
  })

  test('does not convert a text field', () => {
    expect(readParameters(operations.listItems.query, { customId: '007' }).value).toMatchObject({ customId: '007' })
  })

  test.each([
    { limit: '0' },
    { limit: '201' },
    { limit: '1e1' },
    { limit: ' 5' },
    { limit: '05' },
    { limit: '' },
    { limit: ['1', '2'] },
  ])('refuses %j as a limit', (query) => {
    expect(places(readParameters(operations.listReleases.query, query).faults)).toEqual(['invalid-field /limit'])
  })

  test('refuses a filter that does not exist', () => {
    expect(places(readParameters(operations.listReleases.query, { downloadcode: '1' }).faults)).toEqual([
      'unknown-field /downloadcode',
    ])
  })
})
