import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { UserFacingError } from '../../user-facing-error.ts'
import type { DataSet, DemoPoi, DemoRoute, DemoStage, Texts, Waypoint } from './data-set.ts'
import { type GpxContent, readGpx } from './read-gpx.ts'

interface Track extends GpxContent {
  id: string
  title: string
}

const maxPois = 40
const maxParts = 20

const inBothLanguages = (text: string): Texts => ({ en: text, de: text })
const fileNote = (file: string) => inBothLanguages(`<p>From the file ${file}.</p>`)

function readTracks(folder: string): Track[] {
  const files = readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith('.gpx'))
    .sort()
  const tracks = files.map((file) => {
    const id = basename(file).replace(/\.gpx$/i, '')
    return { id, title: id.replaceAll(/[-_]+/g, ' '), ...readGpx(readFileSync(join(folder, file), 'utf8')) }
  })
  const usable = tracks.filter(({ pieces }) => pieces.length > 0)
  if (usable.length === 0) throw new UserFacingError(`no GPX file with a track in ${folder}`)
  return usable
}

const wholeOf = ({ pieces }: Track): Waypoint[] => pieces.flat()
const lastOf = (track: Track): Waypoint => wholeOf(track).at(-1) ?? { lat: 0, lon: 0 }

/** The segments of the track with the most segments up to the limit; else the longest track, cut in two. */
function partsFrom(tracks: readonly Track[]): { track: Track; parts: Waypoint[][] } {
  const several = tracks.filter(({ pieces }) => pieces.length > 1 && pieces.length <= maxParts)
  const [most] = several.toSorted((a, b) => b.pieces.length - a.pieces.length)
  if (most) return { track: most, parts: most.pieces }
  const track = tracks.toSorted((a, b) => wholeOf(b).length - wholeOf(a).length)[0] as Track
  const points = wholeOf(track)
  const middle = Math.max(1, Math.floor(points.length / 2))
  return { track, parts: [points.slice(0, middle + 1), points.slice(Math.min(middle, points.length - 2))] }
}

const hotelAt = (track: Track): DemoPoi => {
  const { lat, lon } = lastOf(track)
  return {
    customId: `night-${track.id}`,
    names: inBothLanguages(`Night after ${track.title}`),
    descriptions: {},
    lat,
    lng: lon,
    icon: 'hotel',
  }
}

/** Creates a data set from a folder of GPX files: each file becomes a route, each waypoint a point of interest. */
export function readGpxFolder(folder: string): DataSet {
  const tracks = readTracks(folder)
  const { track: grouped, parts } = partsFrom(tracks)
  const partRoutes = parts.map(
    (waypoints, index): DemoRoute => ({
      customId: `${grouped.id}-part-${index + 1}`,
      names: inBothLanguages(`${grouped.title}, part ${index + 1}`),
      descriptions: {},
      waypoints,
    }),
  )
  const routes = tracks.map(
    (track): DemoRoute => ({
      customId: track.id,
      names: inBothLanguages(track.title),
      descriptions: fileNote(`${track.id}.gpx`),
      waypoints: wholeOf(track),
    }),
  )
  const poisOf = (track: Track) =>
    track.waypoints.slice(0, Math.ceil(maxPois / tracks.length)).map(
      ({ name, lat, lon }, index): DemoPoi => ({
        customId: `${track.id}-${index + 1}`,
        names: inBothLanguages(name),
        descriptions: {},
        lat,
        lng: lon,
        icon: 'sight',
      }),
    )
  const stageOf = (track: Track): DemoStage => ({
    titles: inBothLanguages(track.title),
    routes: [track.id],
    pois: poisOf(track).map(({ customId }) => customId),
    texts: ['about'],
    hotel: `night-${track.id}`,
  })
  // The track with the fewest points, because it is sent in the body of the release.
  const inline = tracks.toSorted((a, b) => wholeOf(a).length - wholeOf(b).length)[0] as Track
  const end = lastOf(inline)
  return {
    titles: inBothLanguages(`Tracks of ${basename(folder)}`),
    routes: [...routes, ...partRoutes],
    pois: tracks.flatMap(poisOf),
    hotels: tracks.map(hotelAt),
    texts: [
      {
        customId: 'about',
        names: inBothLanguages('About these tracks'),
        descriptions: inBothLanguages(`<p>Read from <b>${basename(folder)}</b>.</p>`),
      },
    ],
    stages: tracks.map(stageOf),
    group: { name: grouped.title, parts: partRoutes.map(({ customId }) => customId) },
    inlineRoute: { name: inline.title, description: '<p>Sent within the release.</p>', waypoints: wholeOf(inline) },
    inlinePoi: {
      name: `End of ${inline.title}`,
      description: '<p>Sent within the release, with a picture.</p>',
      lat: end.lat,
      lon: end.lon,
    },
  }
}
