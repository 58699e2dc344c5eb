/** The trip for measuring builds: ten stages, 20,000 points, ten photographs; and the baseline for its build. */
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { RoadbookDocument, RoadbookImage } from '@guidebook/roadbook'
import { routeStatistics } from '@guidebook/route-geometry'
import sharp from 'sharp'
import { day } from '../src/trip.ts'
import { timed } from './rounds.ts'

const stages = 10
const pointsPerStage = 2_000
/** Longest edges of a resized photograph in pixels, for the page and for print. */
const edges = [1_080, 1_400]
const track = (edition: number, stage: number) =>
  Array.from({ length: pointsPerStage }, (_, index) => ({
    lat: Number((46.5 + edition * 0.001 + stage * 0.05 + index * 0.00003 + Math.sin(index / 40) * 0.0004).toFixed(6)),
    lon: Number((8 + stage * 0.05 + index * 0.00004 + Math.cos(index / 30) * 0.0004).toFixed(6)),
  }))

const description = (edition: number, stage: number): string =>
  `<p>The way ${edition}.${stage} climbs through meadows and pine woods to the pass; from there one looks over three valleys.</p>`.repeat(
    4,
  )

/** Three megapixels with as much detail as a real photograph. */
const photograph = (seed: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 2_000,
      height: 1_500,
      channels: 3,
      background: { r: 90 + seed * 9, g: 140, b: 110 },
      noise: { type: 'gaussian', mean: 128, sigma: 22 },
    },
  })
    .jpeg({ quality: 82 })
    .toBuffer()

/** Editions differ in every text, track and photograph, so that a build reuses nothing of another edition. */
export interface Edition {
  edition: number
  photos: readonly Buffer[]
}

export const bigTrip = (operator: string, operatorCode: number, { edition, photos }: Edition) => ({
  metadata: { operator, operatorCode, lang: 'en' },
  publish: { startDate: day(1), endDate: day(40), devices: 2 },
  booking: { arrivalDate: day(1), departureDate: day(stages) },
  guidebook: {
    title: `Ten days across the passes ${edition}`,
    stages: photos.map((photo, index) => ({
      number: index + 1,
      title: `Day ${index + 1}`,
      routes: [
        {
          content: {
            type: 'HIKING',
            name: `Pass ${index + 1}`,
            description: description(edition, index),
            imageBase64: photo.toString('base64'),
            waypoints: track(edition, index),
          },
        },
      ],
      pois: [],
      texts: [{ content: { name: 'On the way', description: description(edition, index) } }],
    })),
    generalInfo: [],
  },
})

const book = (edition: number, images: readonly RoadbookImage[]): RoadbookDocument => ({
  lang: 'en',
  paper: 'a4',
  title: `Ten days across the passes ${edition}`,
  html: '',
  brand: { name: 'Alpine Walks', logo: null, primaryColor: '#0a7d4b', secondaryColor: '#f4a300' },
  organiser: 'Alpine Walks',
  travel: { arrivalDate: day(1), departureDate: day(stages) },
  bookingCode: '1',
  cover: null,
  test: false,
  contentVersion: '1',
  createdAt: null,
  createdOn: null,
  url: 'https://example.com/t/x',
  hasGpx: true,
  emergencyPhone: null,
  restDays: [],
  stages: images.map((image, index) => {
    const segments = [track(edition, index)]
    const html = description(edition, index)
    const { distanceM, ascentM, descentM, hours } = routeStatistics(segments, 'hiking')
    const statistics = {
      distanceMetres: distanceM,
      ascentMetres: ascentM,
      descentMetres: descentM,
      durationSeconds: hours === null ? null : hours * 3_600,
    }
    return {
      number: index + 1,
      title: `Day ${index + 1}`,
      date: day(index + 1),
      routes: [{ name: `Pass ${index + 1}`, kind: 'hiking', html, segments, statistics, image }],
      pois: [],
      texts: [{ title: 'On the way', html, image: null }],
      accommodations: [],
    }
  }),
  generalInfo: { texts: [], pois: [], routes: [], accommodations: [] },
})

const resize = async (photo: Buffer, name: string): Promise<RoadbookImage> => {
  const sizes = await Promise.all(
    edges.map((edge) =>
      sharp(photo).resize(edge, edge, { fit: 'inside' }).jpeg({ quality: 78 }).toBuffer({ resolveWithObject: true }),
    ),
  )
  const print = sizes.at(-1)
  if (print === undefined) throw new Error('no size')
  return { name, width: print.info.width, height: print.info.height, bytes: print.data }
}

/** An edition that has not been built. */
export const freshEdition = async (edition: number): Promise<Edition> => ({
  edition,
  photos: await Promise.all(Array.from({ length: stages }, (_, index) => photograph(index + edition))),
})

/** The baseline: resizes the pictures of the trip and typesets its book in a worker. `measure` returns milliseconds. */
export const startBareWork = () => {
  const worker = new Worker(fileURLToPath(new URL('./typeset-worker.ts', import.meta.url)))
  const typeset = (document: RoadbookDocument) =>
    new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.once('error', reject)
      worker.postMessage(document)
    })
  return {
    measure: ({ edition, photos }: Edition) =>
      timed(async () => {
        const images = await Promise.all(photos.map((photo, index) => resize(photo, `photo-${index}`)))
        await typeset(book(edition, images))
      }),
    [Symbol.asyncDispose]: async () => {
      await worker.terminate()
    },
  }
}
