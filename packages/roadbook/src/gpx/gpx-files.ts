import { messagesOf } from '@guidebook/messages'
import {
  type GpxTrack,
  type GpxWaypoint,
  type Segments,
  simplifySegments,
  splitAtAntimeridian,
  writeGpx,
} from '@guidebook/route-geometry'
import type { RoadbookDocument, Route } from '../document.ts'
import { routeKindName } from '../interface/formats.ts'
import { plainText } from '../text/plain-text.ts'
import { waypointsOf } from './waypoints.ts'

/** Limit of current navigation devices for one file, according to Garmin. */
const mostDevicePoints = 10_000

const longestName = 60
/** Letters that have no Unicode decomposition. */
const letters = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }))

/** ASCII letters, digits and hyphens, safe in URLs, ZIP files and on devices; may be empty. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, (sign) => letters.get(sign) ?? '-')
    .replace(/-{2,}/g, '-')
    .slice(0, longestName)
    .replace(/^-|-$/g, '')

/** One GPX file of a book. */
export interface GpxFile {
  /** `03-over-the-pass` for a stage, the guidebook's title for the whole trip; unique within the book. */
  name: string
  /** Null: the whole trip. */
  stage: number | null
  /** `device`: at most 10,000 points, for navigation devices. */
  variant: 'full' | 'device'
  /** Index of its bytes; most device files share those of the full file. */
  content: number
  /** Segments that did not fit into the device file, which has room for 5,000. */
  segmentsLeftOut: number
}

export interface GpxFiles {
  files: GpxFile[]
  /** UTF-8. */
  contents: Uint8Array<ArrayBuffer>[]
}

/** The content of a file: a stage's, or the whole trip's. */
interface Part {
  stage: number | null
  title: string
  fileName: string
  tracks: GpxTrack[]
  waypoints: GpxWaypoint[]
}

const partsOf = (book: RoadbookDocument): Part[] => {
  const texts = messagesOf('roadbook', book.lang)
  const track = (name: string, number: number | null, routes: readonly Route[]): GpxTrack => ({
    name,
    description: routes.length > 1 ? routes.map((route) => plainText(route.name)).join('; ') : '',
    number,
    type: routeKindName(texts, routes[0]?.kind ?? '') ?? '',
    segments: splitAtAntimeridian(routes.flatMap(({ segments }) => segments)).filter(({ length }) => length > 0),
  })
  const stages = book.stages.map((stage): Part => {
    const title = plainText(stage.title) || `${texts.stage} ${stage.number}`
    return {
      stage: stage.number,
      title,
      fileName: `${String(stage.number).padStart(2, '0')}-${slug(stage.title) || 'stage'}`,
      tracks: [track(title, stage.number, stage.routes)],
      waypoints: waypointsOf([stage]),
    }
  })
  const { routes, ...places } = book.generalInfo
  const whole = {
    stage: null,
    title: plainText(book.title),
    fileName: slug(book.title) || 'guidebook',
    tracks: [
      ...stages.flatMap(({ tracks }) => tracks),
      ...routes.map((route) => track(plainText(route.name), null, [route])),
    ],
    waypoints: waypointsOf([...book.stages, places]),
  }
  return [...stages, whole]
    .map((part) => ({ ...part, tracks: part.tracks.filter(({ segments }) => segments.length > 0) }))
    .filter(({ tracks, waypoints }) => tracks.length + waypoints.length > 0)
}

/** The contents of all files, each with its names, which are unique within the book. */
const namedParts = (book: RoadbookDocument): (Part & { full: string; device: string })[] => {
  const names = new Set<string>()
  const unique = (name: string): string => {
    let free = name
    for (let count = 2; names.has(free); count++) free = `${name}-${count}`
    names.add(free)
    return free
  }
  return partsOf(book).map((part) => ({
    ...part,
    full: unique(part.fileName),
    device: unique(`${part.fileName}-device`),
  }))
}

/** The name of each stage's full file by the stage's number. */
export const stageGpxNames = (book: RoadbookDocument): ReadonlyMap<number, string> =>
  new Map(namedParts(book).flatMap(({ stage, full }) => (stage === null ? [] : [[stage, full] as const])))

const pointsIn = (segments: Segments): number => segments.reduce((sum, { length }) => sum + length, 0)

/** The tracks for devices; null when all points fit. They are simplified together, so that each keeps as many points as its shape needs. */
const thinned = (tracks: readonly GpxTrack[]) => {
  const all = tracks.flatMap(({ segments }) => segments)
  if (pointsIn(all) <= mostDevicePoints) return null
  const { segments, ...loss } = simplifySegments(all, mostDevicePoints)
  let next = 0
  const thin = tracks.map((track) => {
    const own = segments.slice(next, next + track.segments.length)
    next += own.length
    return { ...track, segments: own.filter(({ length }) => length > 0) }
  })
  return { tracks: thin, ...loss }
}

/**
 * GPX 1.1 in full and for devices: of each stage one track with its places and hotels, and of the whole trip a track for each stage and each
 * general route with all places once. The waypoints have Garmin's symbols. Contains no times, no invented elevations, and not the Trip Link,
 * which is secret: such files are shared. A stage without track and places has no files.
 */
export const gpxFiles = (book: RoadbookDocument): GpxFiles => {
  const texts = messagesOf('roadbook', book.lang)
  const contents: Uint8Array<ArrayBuffer>[] = []
  const write = ({ title, waypoints }: Part, tracks: readonly GpxTrack[], deviationM = 0): number => {
    const description = [`${texts.version} ${plainText(book.contentVersion)}`]
    if (deviationM > 0) description.push(texts.deviation({ metres: Math.ceil(deviationM * 10) / 10 }))
    const author = plainText(book.brand.name)
    const gpx = writeGpx({ name: title, description: description.join('. '), author, waypoints, tracks })
    return contents.push(new TextEncoder().encode(gpx)) - 1
  }
  const files = namedParts(book).flatMap((part): GpxFile[] => {
    const content = write(part, part.tracks)
    const full: GpxFile = {
      name: part.full,
      stage: part.stage,
      variant: 'full',
      content,
      segmentsLeftOut: 0,
    }
    const device = thinned(part.tracks)
    return [
      full,
      {
        ...full,
        name: part.device,
        variant: 'device',
        content: device ? write(part, device.tracks, device.deviationM) : content,
        segmentsLeftOut: device?.segmentsLeftOut ?? 0,
      },
    ]
  })
  return { files, contents }
}
