import { gpxFiles } from '@guidebook/roadbook'
import { packTrack } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import type { DraftRoute } from './draft.ts'
import { filesByWay } from './gpx-files.ts'
import { publishedGuidebook } from './published-guidebook.ts'
import { roadbookDocument } from './roadbook-document.ts'
import { warmUpDraft, warmUpFrame } from './warm-up-book.ts'

const [template] = warmUpDraft.stages
const route = (name: string, lats: [from: number, to: number], changes: Partial<DraftRoute> = {}): DraftRoute => ({
  ...(template?.routes[0] as DraftRoute),
  name,
  track: packTrack([lats.map((lat) => ({ lat, lon: 10 }))]),
  ...changes,
})
const figures = (distanceMetres: number, durationSeconds: number | null, ascentMetres: number | null) => ({
  distanceMetres,
  durationSeconds,
  ascentMetres,
  descentMetres: ascentMetres,
})

const pageOf = (...routes: DraftRoute[]) => {
  const stages = warmUpDraft.stages.slice(0, 1).map((stage) => ({ ...stage, routes }))
  const book = roadbookDocument({ ...warmUpDraft, stages }, warmUpFrame, {})
  const [stage] = publishedGuidebook(book, { images: new Set(), gpx: filesByWay(gpxFiles(book)) }).stages
  return stage
}

test('a stage has the figures of its main way, and an alternative its own figures and files', () => {
  const stage = pageOf(
    route('Over the pass', [46, 46.1], { figures: figures(19_640, 25_200, 900) }),
    route('Through the valley', [46, 46.1], { figures: figures(15_000, 18_000, 100) }),
    route('Boat', [46.1, 46.2], { kind: 'ferry-route', figures: figures(8_060, 1_200, null) }),
  )
  expect(stage?.stats).toEqual(figures(27_700, 26_400, 900))
  expect(stage?.kinds?.map(({ name, stats }) => [name, stats.distanceMetres])).toEqual([
    ['Hiking', 19_640],
    ['Ferry', 8_060],
  ])
  expect(stage?.routes.map(({ name }) => name)).toEqual(['Over the pass', 'Boat'])
  expect(stage?.alternatives?.map(({ name, stats, gpx }) => [name, stats.distanceMetres, gpx?.full])).toEqual([
    ['Through the valley', 15_000, '01-alternative-1-through-the-valley'],
  ])
})

test('a stage without a title is called by its number', () => {
  const stages = warmUpDraft.stages.slice(0, 1).map((stage) => ({ ...stage, number: 3, title: ' ' }))
  const book = roadbookDocument({ ...warmUpDraft, stages }, warmUpFrame, {})
  const [stage] = publishedGuidebook(book, { images: new Set(), gpx: {} }).stages
  expect(stage?.title).toBe('Stage 3')
  expect(stage?.map).toContain('aria-label="Map: Stage 3"')
})

test('a place without a name is called by its kind on the page and in the GPX files', () => {
  const stages = warmUpDraft.stages.slice(0, 1).map((stage) => ({
    ...stage,
    pois: stage.pois.map((poi) => ({ ...poi, name: ' ' })),
    accommodations: stage.accommodations.map((stay) => ({ ...stay, name: '' })),
  }))
  const book = roadbookDocument({ ...warmUpDraft, stages }, warmUpFrame, {})
  const [stage] = publishedGuidebook(book, { images: new Set(), gpx: {} }).stages
  expect([stage?.pois[0]?.name, stage?.accommodations[0]?.name]).toEqual(['Place to stay', 'Accommodation'])
  const gpx = new TextDecoder().decode(gpxFiles(book).contents[0])
  for (const name of ['Place to stay', 'Accommodation']) expect(gpx).toContain(`<name>${name}</name>`)
})

test('a sum that lacks a figure is at least so much, and a time without elevations is without climbs', () => {
  const stage = pageOf(
    route('Up', [46, 46.1], { figures: figures(4_000, null, null) }),
    route('Down', [46.1, 46.2], { track: null, figures: null }),
  )
  expect(stage?.stats).toEqual({
    ...figures(4_000, 3_600, null),
    atLeast: ['distanceMetres', 'durationSeconds'],
    withoutClimbs: true,
  })
})
