import { packTrack } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import type { BookContent, BookRoute } from '../content/book-content.ts'
import { collectWarnings } from '../outcome/warnings.ts'
import { alternativesOfStage, type PackedRoute } from '../track/prepare-routes.ts'
import { reportRoles } from './report-roles.ts'

const track = packTrack([
  [
    { lat: 46, lon: 10 },
    { lat: 46.1, lon: 10 },
  ],
])
const route = (externalId: string, role?: BookRoute['role']): BookRoute => ({
  id: null,
  externalId,
  pointer: `/${externalId}`,
  names: {},
  descriptions: {},
  image: null,
  icon: null,
  color: null,
  parts: [],
  figures: null,
  ...(role && { role }),
})

const reported = async (...routes: BookRoute[]) => {
  const warnings = collectWarnings()
  const content = { stages: [{ number: 2, titles: {}, routes, pois: [], texts: [] }] } as unknown as BookContent
  const figures = { distanceMetres: null, ascentMetres: null, descentMetres: null, durationSeconds: null }
  const loaded = new Map(routes.map((one) => [one, { track, figures }]))
  const renderer = { run: async (_: string, stages: PackedRoute[][]) => stages.map(alternativesOfStage) }
  await reportRoles(content, loaded, { warnings, renderer: renderer as never })
  return warnings.list().map(({ severity, code, externalId }) => [severity, code, externalId])
}

test('a stage of which all routes are alternatives adds a warning', async () => {
  expect(await reported(route('A', 'alternative'), route('B', 'alternative'))).toEqual([
    ['warning', 'no-main-route', 'A'],
  ])
})

test('a route that is an alternative by its position alone is reported', async () => {
  expect(await reported(route('A'), route('B'))).toEqual([['info', 'route-is-alternative', 'B']])
  expect(await reported(route('A'), route('B', 'alternative'))).toEqual([])
  expect(await reported(route('A'), route('B', 'leg'))).toEqual([])
})
