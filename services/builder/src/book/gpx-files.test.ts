import { buffer } from 'node:stream/consumers'
import { courseFiles, gpxFiles } from '@guidebook/roadbook'
import { packTrack } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { Draft } from './draft.ts'
import { archivedGpx, filesByWay } from './gpx-files.ts'
import { roadbookDocument } from './roadbook-document.ts'
import { warmUpDraft, warmUpFrame } from './warm-up-book.ts'

const bookOf = (draft: Partial<Draft>) => roadbookDocument({ ...warmUpDraft, ...draft }, warmUpFrame, {})

const long = packTrack([
  Array.from({ length: 12_000 }, (_, index) => ({ lat: 46 + index / 100_000, lon: 10 + Math.sin(index) / 1_000 })),
])
const unzipped = async (archive: Buffer): Promise<Buffer[]> => {
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  const files: Buffer[] = []
  for await (const entry of zip.eachEntry()) files.push(await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

const withTrack = (track: Uint8Array): Draft['stages'] =>
  warmUpDraft.stages.map((stage) => ({ ...stage, routes: stage.routes.map((route) => ({ ...route, track })) }))

test('every stage and the whole trip have a full file and a device file', () => {
  const { files, contents } = gpxFiles(bookOf({}))
  expect(files.map(({ name, stage, variant }) => [name, stage, variant])).toEqual([
    ['01-stage-1', 1, 'full'],
    ['01-stage-1-device', 1, 'device'],
    ['02-stage-2', 2, 'full'],
    ['02-stage-2-device', 2, 'device'],
    ['guidebook', null, 'full'],
    ['guidebook-device', null, 'device'],
  ])
  expect(filesByWay({ files })).toEqual({
    1: { full: '01-stage-1', device: '01-stage-1-device' },
    2: { full: '02-stage-2', device: '02-stage-2-device' },
  })
  expect(files.map(({ content }) => content)).toEqual([0, 0, 1, 1, 2, 2])
  expect(contents).toHaveLength(3)
})

test('more than 10,000 points are thinned for devices only', () => {
  const { files, contents } = gpxFiles(bookOf({ stages: withTrack(long) }))
  const [full, device] = files.map(({ content }) => contents[content])
  const points = (content?: Uint8Array) => new TextDecoder().decode(content).split('<trkpt').length - 1
  expect(points(full)).toBe(12_000)
  expect(points(device)).toBeLessThanOrEqual(10_000)
})

test('a guidebook with the title of one of its stages gets a different file name', () => {
  const names = gpxFiles(bookOf({ title: '01 Stage 1' })).files.map(({ name }) => name)
  expect(names).toContain('01-stage-1-2')
  expect(new Set(names).size).toBe(names.length)
})

test('a stage with neither track nor place has no file', () => {
  const stages = warmUpDraft.stages.map((stage) => ({ ...stage, routes: [], pois: [], accommodations: [] }))
  expect(filesByWay(gpxFiles(bookOf({ stages })))).toEqual({})
})

test('the comment of a booking, such as the code of a key safe, is in no file and not in the archive', async () => {
  const stays = warmUpDraft.stages[0]?.accommodations.map((stay) => ({
    ...stay,
    name: 'Hotel',
    comment: 'Key safe: 4711#',
  }))
  const book = bookOf({ stages: warmUpDraft.stages.map((one) => ({ ...one, accommodations: stays ?? [] })) })
  const { contents, courses, archive } = await archivedGpx(gpxFiles(book), courseFiles(book))
  const texts = [...contents, ...(await unzipped(archive))].map((content) => Buffer.from(content).toString())
  expect(texts).toHaveLength(6 + courses.length)
  expect(texts.filter((text) => text.includes('<sym>Lodging</sym>'))).toHaveLength(6)
  for (const text of texts) expect(text).not.toContain('4711')
})
