import { operations } from '@guidebook/contracts'
import { type InternalClient, ServiceError } from '@guidebook/service-kit'
import pLimit from 'p-limit'
import { FatalBuildError } from '../build/failures.ts'
import type { Warnings } from '../build/warnings.ts'
import type { BookContent, BookRoute, Figures } from '../content/book-content.ts'
import type { Renderer } from '../render/renderer.ts'
import type { PreparedRoute } from './prepare-routes.ts'

/** A route's points, packed, with its figures. */
export interface LoadedTrack {
  track: Uint8Array
  figures: Figures
}

export interface TrackSources {
  account: string
  geodata: Pick<InternalClient, 'stream'>
  renderer: Pick<Renderer, 'run'>
  warnings: Warnings
  signal: AbortSignal
}

interface Part {
  externalId: string
  points: Uint8Array
}

/** Tracks that are read at the same time. */
const parallel = 6

/**
 * All tracks of one book together, packed, in bytes: about two million points. What is larger fills no roadbook that
 * anyone would print, and would take the memory of everyone else's.
 */
export const mostTrackBytes = 48 * 1024 * 1024

/**
 * Reads every track once, joins the parts of groups and calculates the figures that no one has yet. Null: the track
 * could not be had, which is a warning. Throws `FatalBuildError` for more than `mostTrackBytes`.
 */
export async function loadTracks(
  content: BookContent,
  sources: TrackSources,
): Promise<Map<BookRoute, LoadedTrack | null>> {
  const routes = [...content.stages, content.general].flatMap((section) => section.routes)
  const stored = await readTracks(routes, sources)
  const partsOf = ({ externalId, track }: BookRoute): Part[] => {
    if (track.from === 'request') return [{ externalId, points: track.packed }]
    const wanted = track.from === 'item' ? [{ id: track.id, externalId }] : track.parts
    return wanted.flatMap((part) => {
      const points = stored.get(part.id)
      return points ? [{ externalId: part.externalId, points }] : []
    })
  }

  const loaded = new Map<BookRoute, LoadedTrack | null>()
  const unprepared: { route: BookRoute; parts: Part[] }[] = []
  for (const route of routes) {
    const parts = partsOf(route)
    const [first] = parts
    if (!first) loaded.set(route, null)
    else if (route.figures) loaded.set(route, { track: first.points, figures: route.figures })
    else unprepared.push({ route, parts })
  }
  if (unprepared.length === 0) return loaded
  const prepared = await sources.renderer.run(
    'prepareRoutes',
    unprepared.map(({ route, parts }) => ({ parts: parts.map(({ points }) => points), icon: route.icon })),
  )
  unprepared.forEach(({ route, parts }, index) => {
    const result = prepared[index]
    if (!result) return
    loaded.set(route, result)
    tellGaps(route, parts, result, sources.warnings)
  })
  return loaded
}

async function readTracks(
  routes: readonly BookRoute[],
  sources: TrackSources,
): Promise<Map<string, Uint8Array | null>> {
  const names = new Map<string, string>()
  let bytes = 0
  for (const { track, externalId } of routes) {
    if (track.from === 'item') names.set(track.id, externalId)
    else if (track.from === 'group') for (const part of track.parts) names.set(part.id, part.externalId)
    else bytes += track.packed.length
  }
  const limit = pLimit(parallel)
  const read = async ([id, externalId]: [string, string]) => {
    const track = await readTrack(id, externalId, sources)
    bytes += track?.length ?? 0
    if (bytes > mostTrackBytes) {
      throw new FatalBuildError(
        'content-too-large',
        'The routes of the guidebook have too many points to be built together.',
      )
    }
    return [id, track] as const
  }
  return new Map(await limit.map([...names], read))
}

async function readTrack(id: string, externalId: string, sources: TrackSources): Promise<Uint8Array | null> {
  const { account, geodata, warnings, signal } = sources
  try {
    const stream = await geodata.stream(operations.readTrack, { params: { item_id: id }, query: { account }, signal })
    return Buffer.concat(await stream.toArray({ signal }))
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 404)) throw error
    warnings.add({
      severity: 'error',
      code: 'track-missing',
      message: 'The points of the route could not be read; it is shown without its line.',
      externalId,
    })
    return null
  }
}

function tellGaps(route: BookRoute, parts: readonly Part[], { gaps }: PreparedRoute, warnings: Warnings): void {
  for (const { afterPart, distanceM } of parts.length > 1 ? gaps : []) {
    const [before, after] = [parts[afterPart], parts[afterPart + 1]]
    warnings.add({
      code: 'route-gap',
      message: `The route "${route.externalId}" has a gap of ${Math.round(distanceM)} m between its parts ${before?.externalId} and ${after?.externalId}.`,
      externalId: after?.externalId ?? route.externalId,
    })
  }
}
