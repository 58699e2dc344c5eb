import { randomUUID } from 'node:crypto'
import type { BuildInput, GuidebookContent, ImageRef, ItemContent, StoredOnDemandRequest } from '@guidebook/contracts'
import { packTrack, type TrackPoint } from '@guidebook/route-geometry'
import type { StubServices } from './stub-services.ts'

type Of<Kind extends ItemContent['kind']> = Extract<ItemContent, { kind: Kind }>

/** A rising line of points northward from a position, about 11 m apart. */
export const line = (lat: number, lon: number, points: number): TrackPoint[] =>
  Array.from({ length: points }, (_, index) => ({
    lat: lat + index / 10_000,
    lon: lon + Math.sin(index / 20) / 1_000,
    ele: 800 + index / 2,
  }))

export const inAccount =
  (stubs: StubServices, account: string) =>
  <Item extends ItemContent>(item: Item): Item => {
    stubs.items.push({ ...item, account })
    return item
  }

const base = (customId: string, name: string) => ({
  id: randomUUID(),
  customId,
  library: 'LIB',
  names: { en: name, de: `${name} (de)` },
  descriptions: { en: `<p>About ${name}</p>` },
  version: 1,
  image: null as ImageRef | null,
})

export function aRoute(customId: string, points: TrackPoint[], tracks: Map<string, Uint8Array>): Of<'route'> {
  const item = base(customId, `Route ${customId}`)
  tracks.set(item.id, packTrack([points]))
  const figures = { altitudeUp: '500', altitudeDown: '20', routeDistance: '11.1', time: '4' }
  const method = { distance: 'd', elevation: 'e', time: 't', constants: {} }
  return {
    ...item,
    kind: 'route',
    color: 'ff6600',
    icon: 'hiking',
    attributes: figures,
    calculated: { ...figures, elevationShare: 1, method },
    bounds: null,
    pointCount: points.length,
  }
}

export const aPoi = (customId: string, lat: number, lng: number, icon: Of<'poi'>['icon'] = 'hut'): Of<'poi'> => ({
  ...base(customId, `Place ${customId}`),
  kind: 'poi',
  lat,
  lng,
  icon,
  attributes: { phone: '+41 81 000 00 00', web: 'https://hut.example' },
  category: null,
  tags: [],
})

export const aText = (customId: string): Of<'text'> => ({ ...base(customId, `Text ${customId}`), kind: 'text' })

/** A guidebook of two stages, each with a route, a place and a text. */
export function aGuidebook(stubs: StubServices, account: string, cover: ImageRef | null = null): GuidebookContent {
  const stage = (number: number) => ({
    number,
    titles: { en: `Day ${number}`, de: `Tag ${number}` },
    routes: [aRoute(`R-${number}`, line(46 + number / 10, 10, 400), stubs.tracks)],
    pois: [aPoi(`P-${number}`, 46.01 + number / 10, 10)],
    texts: [aText(`T-${number}`)],
  })
  const guidebook: GuidebookContent = {
    id: randomUUID(),
    account,
    customId: 'GB-1',
    titles: { en: 'Over the passes', de: 'Über die Pässe' },
    descriptions: { en: '<p>Welcome</p>' },
    cover,
    version: 1,
    stages: [stage(1), stage(2)],
    generalInfo: [aText('T-GENERAL')],
  }
  stubs.guidebooks.push(guidebook)
  return guidebook
}

let releases = 0
/** The id of the last release that was made. */
export const latestRelease = (): number => releases

export interface InputFields {
  release?: Partial<BuildInput['release']>
  input?: Partial<Omit<BuildInput, 'release'>>
}

/** The build input of a new release; by default of kind plain. */
export function anInput(stubs: StubServices, account: string, { release, input }: InputFields = {}): BuildInput {
  const id = ++releases
  const made: BuildInput = {
    release: {
      id,
      key: randomUUID(),
      link: `link-${randomUUID()}`,
      account,
      generation: 1,
      lang: 'en',
      kind: 'plain',
      channels: { app: true, pdf: true, gpx: true },
      dates: { start: '2026-07-01', end: '2026-08-31', arrival: '2026-07-14', departure: '2026-07-21' },
      downloadCode: 1_000 + id,
      title: null,
      translate: false,
      ...release,
    },
    guidebook: null,
    request: null,
    brand: { name: 'Alpine Walks', logo: null, primaryColor: '#0a7d4b', secondaryColor: '#f4a300' },
    organiser: 'Alpine Walks',
    accommodation: [],
    texts: [],
    assets: [],
    defaultLang: 'en',
    test: false,
    paper: 'A4',
    url: `https://guidebook.example/t/${id}`,
    timeZone: 'UTC',
    ...input,
  }
  stubs.inputs.set(made.release.link, made)
  return made
}

/** The message that asks for the build of a release. */
export const requestFor = ({ release }: BuildInput) => ({
  account: release.account,
  release: release.id,
  link: release.link,
  generation: release.generation,
  kind: release.kind,
})

/** The next generation of a release. */
export function nextGeneration(stubs: StubServices, input: BuildInput, fields: Partial<BuildInput> = {}): BuildInput {
  const next = { ...input, ...fields, release: { ...input.release, generation: input.release.generation + 1 } }
  stubs.inputs.set(next.release.link, next)
  return next
}

export const aRequest = (fields: Partial<StoredOnDemandRequest> = {}): StoredOnDemandRequest => ({
  metadata: { operator: 'ABC', operatorCode: 1, lang: 'en' },
  publish: { startDate: '2026-07-01', endDate: '2026-08-31', devices: 2 },
  guidebook: { title: 'Made to order', stages: [{ number: 1, title: 'To the pass' }] },
  ...fields,
})
