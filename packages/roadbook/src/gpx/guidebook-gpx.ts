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
  /** How far the device's line lies from the full one at most; 0 where nothing was left out. */
  deviationMetres: number
  /** Segments for which the device's file had no room: more of them than half of its points. Almost always 0. */
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
 * A stage as valid GPX 1.1: one track, its places and hotels as waypoints with Garmin's symbols, names in the book's
 * language, no time, no elevation that was not given. The Trip Link, a secret, is not in it: such files get shared.
 * `null` for a stage that has neither track nor place.
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

/** Everything in one file: a track for each stage and one for each general route, all places once. */
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
