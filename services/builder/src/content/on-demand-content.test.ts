import { packTrack } from '@guidebook/route-geometry'
import { describe, expect, test } from 'vitest'
import { collectWarnings } from '../outcome/warnings.ts'
import type { BookContent, Texts } from './book-content.ts'
import { contentOfRequest } from './on-demand-content.ts'
import type { Reference } from './references.ts'

test('a sent track is decoded once, although the request is read twice', () => {
  const track = Buffer.from(packTrack([[{ lat: 46, lon: 10 }]])).toString('base64')
  const content = { name: 'To the pass', type: 'HIKING' as const, track, pointCount: 1 }
  const request = {
    metadata: { operator: 'ABC', operatorCode: 1, lang: 'en' },
    publish: { startDate: '2026-07-01', endDate: '2026-08-31', devices: 2 },
    guidebook: { stages: [{ number: 1, routes: [{ content }] }] },
  }
  const read = () =>
    contentOfRequest({ request, find: () => undefined, template: null, lang: 'en', warnings: collectWarnings() })
  const packedIn = ({ stages }: BookContent) => {
    const part = stages[0]?.routes[0]?.parts[0]
    return part && 'packed' in part ? part.packed : undefined
  }
  const packed = packedIn(read())
  expect(packed).toEqual(Buffer.from(track, 'base64'))
  expect(packedIn(read())).toBe(packed)
})

test('a route has the role that was sent with it', () => {
  const track = Buffer.from(packTrack([[{ lat: 46, lon: 10 }]])).toString('base64')
  const content = { name: 'Way', type: 'HIKING' as const, track, pointCount: 1 }
  const request = {
    metadata: { operator: 'ABC', operatorCode: 1, lang: 'en' },
    publish: { startDate: '2026-07-01', endDate: '2026-08-31', devices: 2 },
    guidebook: { stages: [{ number: 1, routes: [{ content }, { content, role: 'alternative' as const }] }] },
  }
  const source = { request, find: () => undefined, template: null, lang: 'en', warnings: collectWarnings() }
  expect(contentOfRequest(source).stages[0]?.routes.map(({ role }) => role)).toEqual([undefined, 'alternative'])
})

describe('the description of a group', () => {
  /** The joined descriptions of parts that have these descriptions, in a request in German. */
  function joined(...all: Texts[]): Texts | undefined {
    const none = { altitudeUp: null, altitudeDown: null, routeDistance: null, time: null }
    const route = { id: 'id', names: {}, image: null, attributes: none, calculated: none }
    const find = (_: string, { customId }: Reference) => ({ ...route, descriptions: all[Number(customId)] })
    const parts = all.map((_, index) => ({ libraryCustomId: 'LIB', customId: String(index) }))
    const request = {
      metadata: { operator: 'ABC', operatorCode: 1, lang: 'de' },
      publish: { startDate: '2026-07-01', endDate: '2026-08-31', devices: 2 },
      guidebook: { stages: [{ number: 1, routes: [{ group: { name: 'Joined', parts } }] }] },
    }
    const source = { request, find: find as never, template: null, lang: 'de', warnings: collectWarnings() }
    return contentOfRequest(source).stages[0]?.routes[0]?.descriptions
  }

  test('exists in the languages of all parts that have one', () => {
    expect(joined({ de: 'A', en: 'a', fr: 'à' }, {}, { de: 'B', en: 'b' })).toEqual({ de: 'A<br>B', en: 'a<br>b' })
    expect(joined({ de: 'A', en: 'a' }, { de: 'B', en: ' ' })).toEqual({ de: 'A<br>B' })
    expect(joined({}, {})).toEqual({})
  })

  test('of parts without a common language contains each in the language that a reader of the request prefers', () => {
    expect(joined({ de: 'A', fr: 'à' }, { en: 'b', it: 'bi' })).toEqual({ de: 'A<br>b' })
    expect(joined({ it: 'a' }, { fr: 'b', sl: 'be' })).toEqual({ fr: 'a<br>b' })
  })
})
