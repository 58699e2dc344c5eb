import { chooseLanguage, messagesOf } from '@guidebook/messages'
import {
  type GpxTrack,
  type GpxWaypoint,
  type Segments,
  simplifySegments,
  splitAtAntimeridian,
  type WrittenSegments,
  writeGpx,
} from '@guidebook/route-geometry'
import type { RoadbookDocument, Route } from '../document.ts'
import { routeKindName } from '../interface/formats.ts'
import { movedKindOf } from '../stage-ways.ts'
import { slug } from '../text/ascii.ts'
import { plainText } from '../text/plain-text.ts'
import { shortNames } from '../text/short-names.ts'
import { namedWays, uniqueNames } from './named-ways.ts'
import { waypointsOf } from './waypoints.ts'

/** Limit of current navigation devices for one file, according to Garmin. */
const mostDevicePoints = 10_000

/** One GPX file of a book. */
export interface GpxFile {
  /** `03-over-the-pass` for a stage, `03-alternative-1-north-ridge` for an alternative, the guidebook's title for the whole trip; unique within the book. */
  name: string
  /** Null: the whole trip. */
  stage: number | null
  /** Number of the alternative within its stage, from 1; absent: the main way, or the whole trip. */
  alternative?: number
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

/** The content of a file: of a way, or of the whole trip. */
interface Part {
  stage: number | null
  alternative: number | null
  title: string
  fileName: string
  tracks: GpxTrack[]
  waypoints: GpxWaypoint[]
}

/** The kind of movement, in English: programs read it, not people. */
const typeOf = (routes: readonly Route[]): string =>
  routeKindName(messagesOf('roadbook', 'en'), movedKindOf(routes)) ?? ''

const trackOf = (name: string, number: number | null, routes: readonly Route[]): GpxTrack => ({
  name,
  description: routes.length > 1 ? routes.map((route) => plainText(route.name)).join('; ') : '',
  number,
  type: typeOf(routes),
  segments: splitAtAntimeridian(routes.flatMap(({ segments }) => segments)).filter(({ length }) => length > 0),
})

const partsOf = (book: RoadbookDocument): Part[] => {
  const ways = namedWays(book).map(({ stage, alternative, title, fileName, routes }): Part => {
    const tracks = [trackOf(title, alternative === null ? stage.number : null, routes)]
    return { stage: stage.number, alternative, title, fileName, tracks, waypoints: waypointsOf([stage]) }
  })
  const { routes, ...places } = book.generalInfo
  const whole: Part = {
    stage: null,
    alternative: null,
    title: plainText(book.title),
    fileName: slug(book.title) || 'guidebook',
    tracks: [
      ...ways.flatMap(({ tracks }) => tracks),
      ...routes.map((route) => trackOf(plainText(route.name), null, [route])),
    ],
    waypoints: waypointsOf([...book.stages, places]),
  }
  return [...ways, whole]
    .map((part) => ({ ...part, tracks: part.tracks.filter(({ segments }) => segments.length > 0) }))
    .filter(({ tracks, waypoints, alternative }) => tracks.length + (alternative === null ? waypoints.length : 0) > 0)
}

/** Characters of a name that Garmin's devices show. */
const longestDeviceName = 32

/** Tracks or places with names that a device shows in full; the full name is in the description. */
const withShortNames = <Named extends GpxTrack | GpxWaypoint>(all: readonly Named[]): Named[] => {
  const names = shortNames(
    all.map(({ name }) => name),
    { most: longestDeviceName },
  )
  return all.map((one, index) => {
    const name = names[index] ?? one.name
    return name === one.name
      ? one
      : { ...one, name, description: [one.name, one.description ?? ''].filter(Boolean).join('\n') }
  })
}

/** The contents of all files, each with its names, which are unique within the book. */
const namedParts = (book: RoadbookDocument): (Part & { full: string; device: string })[] => {
  const unique = uniqueNames()
  return partsOf(book).map((part) => ({
    ...part,
    full: unique(part.fileName),
    device: unique(`${part.fileName}-device`),
  }))
}

/** The name of the full file of each stage's main way by the stage's number. */
export const stageGpxNames = (book: RoadbookDocument): ReadonlyMap<number, string> =>
  new Map(
    namedParts(book).flatMap(({ stage, alternative, full }) =>
      stage === null || alternative !== null ? [] : [[stage, full] as const],
    ),
  )

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
 * GPX 1.1 in full and for devices: of the main way of each stage, and of each alternative, one track with the places and hotels of the stage,
 * and of the whole trip a track for each of them and for each general route, with all places once. The waypoints have Garmin's symbols. Contains no times, no invented elevations, and not the Trip Link,
 * which is secret: such files are shared. A stage without track and places has no files.
 */
export const gpxFiles = (book: RoadbookDocument): GpxFiles => {
  const texts = messagesOf('roadbook', book.lang)
  const metresIn = new Intl.NumberFormat(chooseLanguage(book.lang), { maximumFractionDigits: 1 })
  const contents: Uint8Array<ArrayBuffer>[] = []
  const written: WrittenSegments = new Map()
  const write = ({ title, waypoints }: Part, tracks: readonly GpxTrack[], deviationM = 0): number => {
    const description = [`${texts.version} ${plainText(book.contentVersion)}`]
    if (deviationM > 0) description.push(texts.deviation({ metres: metresIn.format(Math.ceil(deviationM * 10) / 10) }))
    const author = plainText(book.brand.name)
    const named = { tracks: withShortNames(tracks), waypoints: withShortNames(waypoints) }
    const gpx = writeGpx({ name: title, description: description.join('. '), author, ...named }, 'rounded', written)
    return contents.push(new TextEncoder().encode(gpx)) - 1
  }
  const files = namedParts(book).flatMap((part): GpxFile[] => {
    const content = write(part, part.tracks)
    const full: GpxFile = {
      name: part.full,
      stage: part.stage,
      ...(part.alternative !== null && { alternative: part.alternative }),
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
