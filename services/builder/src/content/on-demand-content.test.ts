import { packTrack } from '@guidebook/route-geometry'
import { describe, expect, test } from 'vitest'
import { collectWarnings } from '../outcome/warnings.ts'
import type { BookContent, Texts } from './book-content.ts'
import { contentOfRequest } from './on-demand-content.ts'
import type { Reference } from './references.ts'

const inEnglish = { find: () => undefined, template: null, lang: 'en', defaultLang: 'en' }

test('a sent track is decoded once, although the request is read twice', () => {
  const track = Buffer.from(packTrack([[{ lat: 46, lon: 10 }]])).toString('base64')
  const content = { name: 'To the pass', type: 'HIKING' as const, track, pointCount: 1 }
  const request = {
    metadata: { operator: 'ABC', operatorCode: 1, lang: 'en' },
    publish: { startDate: '2026-07-01', endDate: '2026-08-31', devices: 2 },
    guidebook: { stages: [{ number: 1, routes: [{ content }] }] },
  }
  const read = () => contentOfRequest({ ...inEnglish, request, warnings: collectWarnings() })
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
  const source = { ...inEnglish, request, warnings: collectWarnings() }
  expect(contentOfRequest(source).stages[0]?.routes.map(({ role }) => role)).toEqual([undefined, 'alternative'])
})

describe('the description of a group', () => {
  /** The joined descriptions of parts that have these descriptions, in a request in German of a Slovenian account. */
  function joined(...all: Texts[]): Texts | undefined {
    return read(...all).descriptions
  }

  function read(...all: Texts[]) {
    const none = { altitudeUp: null, altitudeDown: null, routeDistance: null, time: null }
    const route = { id: 'id', names: {}, image: null, attributes: none, calculated: none }
    const find = (_: string, { customId }: Reference) => ({ ...route, descriptions: all[Number(customId)] })
    const parts = all.map((_, index) => ({ libraryCustomId: 'LIB', customId: String(index) }))
    const request = {
      metadata: { operator: 'ABC', operatorCode: 1, lang: 'de' },
      publish: { startDate: '2026-07-01', endDate: '2026-08-31', devices: 2 },
      guidebook: { stages: [{ number: 1, routes: [{ group: { name: 'Joined', parts } }] }] },
    }
    const warnings = collectWarnings()
    const source = { request, find: find as never, template: null, lang: 'de', defaultLang: 'sl', warnings }
    const [group] = contentOfRequest(source).stages[0]?.routes ?? []
    return { descriptions: group?.descriptions, warnings: warnings.list() }
  }

  test('exists in the languages of all parts that have one', () => {
    expect(joined({ de: 'A', en: 'a', fr: 'à' }, {}, { de: 'B', en: 'b' })).toEqual({ de: 'A<br>B', en: 'a<br>b' })
    expect(joined({ de: 'A', en: 'a' }, { de: 'B', en: ' ' })).toEqual({ de: 'A<br>B' })
    expect(joined({}, {})).toEqual({})
  })

  test('of parts without a common language contains each in the language that a reader of the request prefers', () => {
    expect(joined({ de: 'A', fr: 'à' }, { en: 'b', it: 'bi' })).toEqual({ de: 'A<br>b' })
    expect(joined({ it: 'a' }, { fr: 'b', sl: 'be' })).toEqual({ sl: 'a<br>be' })
    expect(joined({ it: 'a' }, { fr: 'b' })).toEqual({ fr: 'a<br>b' })
  })

  test('of parts without a common language is reported', () => {
    const reported = { severity: 'info', code: 'language-missing', externalId: 'Joined' }
    const pointer = '/guidebook/stages/0/routes/0'
    expect(read({ de: 'A' }, { it: 'b' }).warnings).toMatchObject([{ ...reported, pointer }])
    expect(read({ it: 'a' }, {}, { it: 'b' }).warnings).toEqual([])
    expect(read({}, {}).warnings).toEqual([])
  })
})
