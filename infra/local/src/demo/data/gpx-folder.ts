import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { UserFacingError } from '../../user-facing-error.ts'
import type { DataSet, DemoRoute, Texts, Waypoint } from './data-set.ts'

/** The parts of a GPX 1.0 or 1.1 file that can become a route. */
interface GpxContent {
  /** Track segments and routes with at least two points each. */
  pieces: Waypoint[][]
  waypoints: (Waypoint & { name: string })[]
}

const repeated = new Set(['trk', 'trkseg', 'trkpt', 'rte', 'rtept', 'wpt'])
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  isArray: (name) => repeated.has(name),
})

type GpxPoint = Record<'lat' | 'lon', string> & Partial<Record<'ele' | 'name', string>>
interface GpxFile {
  gpx?: { trk?: { trkseg?: { trkpt?: GpxPoint[] }[] }[]; rte?: { rtept?: GpxPoint[] }[]; wpt?: GpxPoint[] }
}

const toWaypoint = ({ lat, lon, ele }: GpxPoint): Waypoint => ({
  lat: Number(lat),
  lon: Number(lon),
  ...(ele && { ele: Number(ele) }),
})

export function readGpx(xml: string): GpxContent {
  const { trk = [], rte = [], wpt = [] } = (parser.parse(xml) as GpxFile).gpx ?? {}
  const segments = trk.flatMap(({ trkseg = [] }) => trkseg.map(({ trkpt = [] }) => trkpt))
  const lines = [...segments, ...rte.map(({ rtept = [] }) => rtept)]
  const waypoints = wpt.map((point) => ({ ...toWaypoint(point), name: String(point.name ?? '').trim() }))
  return {
    pieces: lines.filter(({ length }) => length >= 2).map((points) => points.map(toWaypoint)),
    waypoints: waypoints.filter(({ name }) => name !== ''),
  }
}

interface Track extends GpxContent {
  id: string
  title: string
  whole: Waypoint[]
}

const maxPois = 40
const maxParts = 20

const inBothLanguages = (text: string): Texts => ({ en: text, de: text })

function readTracks(folder: string): Track[] {
  const files = readdirSync(folder).filter((name) => /\.gpx$/i.test(name))
  const tracks = files.sort().map((file): Track => {
    const id = basename(file).replace(/\.gpx$/i, '')
    const content = readGpx(readFileSync(join(folder, file), 'utf8'))
    return { id, title: id.replaceAll(/[-_]+/g, ' '), ...content, whole: content.pieces.flat() }
  })
  const usable = tracks.filter(({ whole }) => whole.length > 0)
  if (usable.length === 0) throw new UserFacingError(`no GPX file with a track in ${folder}`)
  return usable
}

const most = (tracks: readonly Track[], measure: (track: Track) => number): Track | undefined =>
  tracks.toSorted((a, b) => measure(b) - measure(a))[0]

/** The segments of the track with the most segments up to the limit; else the longest track, cut in two. */
function partsFrom(tracks: readonly Track[]): { track: Track; parts: Waypoint[][] } {
  const several = tracks.filter(({ pieces }) => pieces.length > 1 && pieces.length <= maxParts)
  const segmented = most(several, ({ pieces }) => pieces.length)
  if (segmented) return { track: segmented, parts: segmented.pieces }
  const track = most(tracks, ({ whole }) => whole.length) as Track
  const middle = Math.max(1, Math.floor(track.whole.length / 2))
  return {
    track,
    parts: [track.whole.slice(0, middle + 1), track.whole.slice(Math.min(middle, track.whole.length - 2))],
  }
}

const poi = (customId: string, name: string, { lat, lon }: Waypoint, icon: string) => ({
  customId,
  names: inBothLanguages(name),
  descriptions: {},
  lat,
  lng: lon,
  icon,
})

/** Creates a data set from a folder of GPX files: each file becomes a route, each waypoint a point of interest. */
export function readGpxFolder(folder: string): DataSet {
  const tracks = readTracks(folder)
  const title = basename(folder)
  const endOf = ({ whole }: Track) => whole.at(-1) as Waypoint
  const poisOf = ({ id, waypoints }: Track) =>
    waypoints
      .slice(0, Math.ceil(maxPois / tracks.length))
      .map((point, index) => poi(`${id}-${index + 1}`, point.name, point, 'sight'))
  const { track: grouped, parts } = partsFrom(tracks)
  const partRoutes = parts.map((waypoints, index): DemoRoute => {
    const names = inBothLanguages(`${grouped.title}, part ${index + 1}`)
    return { customId: `${grouped.id}-part-${index + 1}`, names, descriptions: {}, waypoints }
  })
  const routes = tracks.map(({ id, title: name, whole }): DemoRoute => {
    const descriptions = inBothLanguages(`<p>From the file ${id}.gpx.</p>`)
    return { customId: id, names: inBothLanguages(name), descriptions, waypoints: whole }
  })
  // The track with the fewest points, because it is sent in the body of the release.
  const inline = most(tracks, ({ whole }) => -whole.length) as Track
  const about = inBothLanguages(`<p>Read from <b>${title}</b>.</p>`)
  return {
    titles: inBothLanguages(`Tracks of ${title}`),
    routes: [...routes, ...partRoutes],
    pois: tracks.flatMap(poisOf),
    hotels: tracks.map((track) => poi(`night-${track.id}`, `Night after ${track.title}`, endOf(track), 'hotel')),
    texts: [{ customId: 'about', names: inBothLanguages('About these tracks'), descriptions: about }],
    stages: tracks.map((track) => ({
      titles: inBothLanguages(track.title),
      routes: [track.id],
      pois: poisOf(track).map(({ customId }) => customId),
      texts: ['about'],
    })),
    group: { name: grouped.title, parts: partRoutes.map(({ customId }) => customId) },
    inlineRoute: { name: inline.title, description: '<p>Sent within the release.</p>', waypoints: inline.whole },
    inlinePoi: {
      name: `End of ${inline.title}`,
      description: '<p>Sent within the release, with a picture.</p>',
      lat: endOf(inline).lat,
      lon: endOf(inline).lon,
    },
  }
}
