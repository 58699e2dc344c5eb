import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Artifacts, MessageData, PublishedGuidebook, ReleaseRecord } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import type { Fixture } from './fixture.ts'
import type { Partner } from './partner.ts'
import { png } from './pictures.ts'

const stats = { distanceMetres: 12_345, ascentMetres: 850, descentMetres: 420, durationSeconds: 16_200 }
const svg = (name: string, data = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 440 260" role="img" aria-label="${name}" ${data}><rect width="440" height="260" fill="#e8efe6"/><path d="M20 240L120 120L200 160L420 30" stroke="#0a7d4b" stroke-width="4" fill="none"/></svg>`

/** A page document with two stages and an entry of each kind. */
export const aGuidebook = (fields: Partial<PublishedGuidebook> = {}): PublishedGuidebook => ({
  lang: 'en',
  contentVersion: 'v-1a2b3c',
  title: 'Over the passes',
  html: '<p>Five days between <strong>two valleys</strong>.</p>',
  cover: 'cover.png',
  stages: [
    {
      number: 1,
      title: 'To the pass',
      date: '2026-07-14',
      stats,
      map: svg('Map of stage 1', 'data-way="12345 20 240 120 120 200 160 420 30"'),
      profile: svg('Profile of stage 1', 'data-plot="20 420 12345" data-elevations="600 900 - 1450"'),
      routes: [{ name: 'Morning walk', html: '<p>Along the stream.</p>', image: null, stats }],
      texts: [{ title: 'Start', html: '<p>At the station.</p>', image: 'cover.png' }],
      pois: [
        {
          name: 'Chapel <of> St. Anne',
          html: '<p>Open by day.</p>',
          lat: 46.8,
          lng: 9.3,
          image: null,
          phone: '+41 (0)81 123-45',
          web: 'https://chapel.example/?a=1&b=2',
          icon: 'church',
        },
      ],
      accommodations: [
        {
          name: 'Mountain hut',
          html: '',
          lat: 46.8,
          lng: 9.3,
          image: null,
          phone: null,
          web: 'javascript:alert(1)',
          arrivalDate: '2026-07-14',
          departureDate: '2026-07-15',
          comment: 'Half board,\nkey at the bar',
        },
      ],
      gpx: { full: 'stage-1', device: 'stage-1-device', tcx: 'stage-1.tcx', fit: 'stage-1.fit' },
    },
    {
      number: 2,
      title: 'Down to the lake',
      date: '2026-07-15',
      stats: { ...stats, ascentMetres: null },
      map: svg('Map of stage 2'),
      profile: null,
      routes: [{ name: 'Afternoon walk', html: '', image: null, stats }],
      texts: [],
      pois: [],
      accommodations: [],
      gpx: { full: 'stage-2', device: 'stage-2-device' },
    },
  ],
  accommodations: [],
  pois: [],
  generalInfo: [{ title: 'Emergency', html: '<p>Call 112.</p>', image: null }],
  ...fields,
})

/** The same with a second way of the first stage, as the builder writes it. */
export const aGuidebookWithAlternative = (): PublishedGuidebook => {
  const { stages, ...rest } = aGuidebook()
  const [first, ...others] = stages
  const way = { ...stats, distanceMetres: 9_100 }
  const boat = { distanceMetres: 4_000, ascentMetres: null, descentMetres: null, durationSeconds: 600 }
  const valley = {
    name: 'Through the valley',
    stats: way,
    profile: svg('Profile of the valley', 'data-plot="20 420 9100" data-elevations="600 650"'),
    routes: [{ name: 'Through the valley', html: '<p>Shady.</p>', image: null, stats: way }],
    gpx: { full: 'stage-1-valley', device: 'stage-1-valley' },
  }
  if (!first) throw new Error('no stage')
  return {
    ...rest,
    stages: [
      {
        ...first,
        stats: { ...stats, atLeast: ['distanceMetres'], withoutClimbs: true },
        kinds: [
          { name: 'Hiking', stats },
          { name: 'Ferry', stats: boat },
        ],
        alternatives: [valley],
      },
      ...others,
    ],
  }
}

export const aGpxFile = (name: string): string =>
  `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="test"><wpt lat="46.805" lon="9.305"><name>Chapel of ${name}</name></wpt><trk><trkseg><trkpt lat="46.80" lon="9.30"/><trkpt lat="46.81" lon="9.31"/><trkpt lat="46.82" lon="9.30"/></trkseg></trk></gpx>`

/** A lake everywhere, and a place in it, as a vector tile. */
const tile = Buffer.from(
  'GjN4AgoFd2F0ZXISFhICAAAYAyIOCQAAGoBAAACAQP8/AA8aBGtpbmQiBwoFb2NlYW4ogCAaVngCCgZwbGFjZXMSERIGAAABAQICGAEiBQmAIIAgGgRraW5kGgRuYW1lGgduYW1lOmRlIgoKCGxvY2FsaXR5IgkKB0x1Y2VybmUiCAoGTHV6ZXJuKIAg',
  'base64',
)

/** The data of interactive maps, as the builder makes it. */
export function aTripMap(): Buffer {
  const layers = [
    { id: 'ground', type: 'background', paint: { 'background-color': '#f4f2ec' } },
    { id: 'water', type: 'fill', source: 'world', 'source-layer': 'water', paint: { 'fill-color': '#c3dbe9' } },
    {
      id: 'names',
      type: 'symbol',
      source: 'world',
      'source-layer': 'places',
      layout: { 'text-field': ['coalesce', ['get', 'name:{lang}'], ['get', 'name']], 'text-font': ['sans-serif'] },
    },
  ]
  const tiles = { '0/0/0': [0, tile.length] }
  const head = { attribution: '© Mappers <b>', layers, sources: { world: { minZoom: 0, maxZoom: 0, tiles } } }
  return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), tile]))
}

/** Stores the documents of a build in the object store, as the builder does. */
export async function storeArtifacts(
  fixture: Fixture,
  account: string,
  guidebook = aGuidebook(),
  others: readonly PublishedGuidebook[] = [],
): Promise<Artifacts> {
  const folder = `builder/${account}/${randomUUID()}`
  const put = async (name: string, body: string | Buffer, contentType: string) => {
    const { key, bytes } = await fixture.objectStore.put(`${folder}/${name}`, Buffer.from(body as string), {
      contentType,
    })
    return { key, bytes }
  }
  const gpx = async (name: string, stage: number, variant: 'full' | 'device') => ({
    name,
    stage,
    variant,
    ...(await put(`${name}.gpx`, aGpxFile(name), 'application/gpx+xml')),
  })
  // The picture is small enough for any device, so both names refer to one file, as with the builder.
  const second = await gpx('stage-2', 2, 'full')
  const { key } = await put('page.json', JSON.stringify(guidebook), 'application/json')
  const languages = await Promise.all(
    others.map(async (page) => {
      const { key } = await put(`page.${page.lang}.json`, JSON.stringify(page), 'application/json')
      return { lang: page.lang, key }
    }),
  )
  return {
    pdf: { ...(await put('book.pdf', '%PDF-1.7 the book', 'application/pdf')), pages: 12 },
    gpx: {
      files: [
        await gpx('stage-1', 1, 'full'),
        await gpx('stage-1-device', 1, 'device'),
        { ...(await gpx('stage-1-valley', 1, 'full')), alternative: 1 },
        second,
        { ...second, name: 'stage-2-device', variant: 'device' },
      ],
      courses: [
        { name: 'stage-1.tcx', format: 'tcx', stage: 1, ...(await put('1.tcx', 'a TCX course', 'text/xml')) },
        { name: 'stage-1.fit', format: 'fit', stage: 1, ...(await put('1.fit', 'a FIT course', 'text/plain')) },
      ],
      zip: await put('gpx.zip', 'PK the archive', 'application/zip'),
    },
    page: { key },
    // Messages of older builders do not have them.
    ...(others.length === 0 ? {} : { languages }),
    images: [
      {
        name: 'cover.png',
        key: (await put('cover.png', png, 'image/png')).key,
        mediaType: 'image/png',
        width: 1,
        height: 1,
      },
    ],
    icons: await Promise.all(
      ['apple-touch.png', '192.png', '512.png', 'maskable.png'].map(async (name) => ({
        name,
        key: (await put(`icon-${name}`, png, 'image/png')).key,
      })),
    ),
    bundle: await put('bundle.zip', 'PK what the app holds', 'application/zip'),
  }
}

type Completed = MessageData<'build.completed.v1'>

export const aBuild = (release: ReleaseRecord, generation = 1) => ({
  account: release.provider.id,
  release: release.id,
  link: release.link,
  generation,
})

/** Stores the documents of a build and reports it, as the builder does. */
export async function publish(
  fixture: Fixture,
  release: ReleaseRecord,
  {
    generation = 1,
    page = aGuidebook(),
    others = [],
    ...fields
  }: { page?: PublishedGuidebook; others?: readonly PublishedGuidebook[] } & Partial<Completed> = {},
): Promise<Completed> {
  const artifacts = await storeArtifacts(fixture, release.provider.id, page, others)
  const completed: Completed = {
    ...aBuild(release, generation),
    contentVersion: page.contentVersion,
    guidebook: null,
    artifacts,
    warnings: [],
    durationMs: 1_234,
    steps: [
      { step: 'input', ms: 34 },
      { step: 'rendering', ms: 1_200 },
    ],
    ...fields,
  }
  await fixture.bus.send('build.completed.v1', completed)
  return completed
}

/** A release with published documents. */
export async function publishedRelease(
  fixture: Fixture,
  partner: Partner,
  fields: Record<string, unknown> = {},
  guidebook = aGuidebook(),
  others: readonly PublishedGuidebook[] = [],
): Promise<ReleaseRecord> {
  const release = await partner.release(fields)
  await publish(fixture, release, { page: guidebook, others })
  await eventually(async () => (await partner.get(partner.path(release))).body.pdfAvailable)
  return release
}

/** A release in English whose page is also in German. */
export const inTwoLanguages = (fixture: Fixture, partner: Partner): Promise<ReleaseRecord> =>
  publishedRelease(fixture, partner, {}, aGuidebook(), [aGermanGuidebook()])

export const aGermanGuidebook = (fields: Partial<PublishedGuidebook> = {}): PublishedGuidebook =>
  aGuidebook({ lang: 'de', contentVersion: 'v-4d5e6f', title: 'Über die Pässe', ...fields })
