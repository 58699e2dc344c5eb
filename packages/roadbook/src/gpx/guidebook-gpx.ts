import { messagesOf } from '@guidebook/messages'
import { type GpxTrack, type Segments, splitAtAntimeridian, writeGpx } from '@guidebook/route-geometry'
import type { RoadbookDocument, Route, Stage } from '../document.ts'
import { type BookMessages, routeKindName } from '../interface/book-messages.ts'
import { plainText } from '../text/plain-text.ts'
import { gpxFileName } from './gpx-file-name.ts'
import { mostDevicePoints, thinTracks } from './thin-tracks.ts'
import { waypointsOf } from './waypoints.ts'

/** `device`: at most 10,000 points in the file, for navigation devices. */
export type GpxVariant = 'full' | 'device'

export interface GpxFile {
  name: string
  content: string
  /** Track points in the file. */
  points: number
  /** Largest deviation of the device's line from the full one; 0 if no point was removed. */
  deviationMetres: number
  /** Segments that did not fit into the device's file, which has room for 5,000. */
  segmentsLeftOut: number
}

const trackOf = (name: string, number: number | null, routes: readonly Route[], texts: BookMessages): GpxTrack => {
  return {
    name,
    description: routes.length > 1 ? routes.map((route) => plainText(route.name)).join('; ') : '',
    number,
    type: routeKindName(texts, routes[0]?.kind ?? '') ?? '',
    segments: splitAtAntimeridian(routes.flatMap(({ segments }) => segments)).filter(({ length }) => length > 0),
  }
}

const stageName = ({ number, title }: Stage, texts: BookMessages): string =>
  plainText(title) || `${texts.stage} ${number}`
const pointsIn = (segments: Segments): number => segments.reduce((sum, { length }) => sum + length, 0)

interface Part {
  name: string
  fileName: string
  tracks: GpxTrack[]
  waypoints: ReturnType<typeof waypointsOf>
}

const fileOf = (book: RoadbookDocument, part: Part, variant: GpxVariant): GpxFile | null => {
  const texts = messagesOf('roadbook', book.lang)
  const full = part.tracks.filter(({ segments }) => segments.length > 0)
  if (full.length === 0 && part.waypoints.length === 0) return null
  const thinned =
    variant === 'device'
      ? thinTracks(
          full.map(({ segments }) => segments),
          mostDevicePoints,
        )
      : null
  const tracks = thinned ? full.map((track, index) => ({ ...track, segments: thinned.tracks[index] ?? [] })) : full
  const description = [`${texts.version} ${plainText(book.contentVersion)}`]
  if (thinned && thinned.deviationMetres > 0) {
    description.push(texts.deviation({ metres: Math.ceil(thinned.deviationMetres * 10) / 10 }))
  }
  return {
    name: part.fileName,
    content: writeGpx({
      name: part.name,
      description: description.join('. '),
      author: plainText(book.brand.name),
      waypoints: part.waypoints,
      tracks,
    }),
    points: tracks.reduce((sum, { segments }) => sum + pointsIn(segments), 0),
    deviationMetres: thinned?.deviationMetres ?? 0,
    segmentsLeftOut: thinned?.segmentsLeftOut ?? 0,
  }
}

/**
 * A stage as GPX 1.1: one track, and its places and hotels as waypoints with Garmin's symbols, named in the book's language. Contains no
 * times, no invented elevations, and not the Trip Link, which is secret: such files are shared. `null` for a stage without track and places.
 */
export const stageGpx = (book: RoadbookDocument, stage: Stage, variant: GpxVariant): GpxFile | null => {
  const texts = messagesOf('roadbook', book.lang)
  const name = stageName(stage, texts)
  const part = {
    name,
    fileName: gpxFileName(book, stage, variant),
    tracks: [trackOf(name, stage.number, stage.routes, texts)],
    waypoints: waypointsOf([stage]),
  }
  return fileOf(book, part, variant)
}

/** The whole trip in one file: a track for each stage and each general route, and all places once. */
export const guidebookGpx = (book: RoadbookDocument, variant: GpxVariant): GpxFile | null => {
  const texts = messagesOf('roadbook', book.lang)
  const part = {
    name: plainText(book.title),
    fileName: gpxFileName(book, null, variant),
    tracks: [
      ...book.stages.map((stage) => trackOf(stageName(stage, texts), stage.number, stage.routes, texts)),
      ...book.generalInfo.routes.map((route) => trackOf(plainText(route.name), null, [route], texts)),
    ],
    waypoints: waypointsOf([...book.stages, book.generalInfo]),
  }
  return fileOf(book, part, variant)
}
