import { packTrack } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import { collectWarnings } from '../outcome/warnings.ts'
import type { BookContent } from './book-content.ts'
import { contentOfRequest } from './on-demand-content.ts'

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
